// Package dap lets editors step through a dispatch of G13 code, by the Debug Adapter Protocol.
//
//	editor     ⇄  requests, responses, events  ⇄  Server  →  g13/debug.Session
//
//	thread     a lane of the threadgroup: 1 is lane 0 of SIMD-group 0, 33 lane 0 of SIMD-group 1
//	frame      where its SIMD-group stands
//	scopes     the lane's registers, the uniforms, the SIMD-group, the buffers
//	exception  a result that is no number, a change of the mask, a register that is read before its wait
//
// Everything stops at once: what one lane is stepped, all of them are.
package dap

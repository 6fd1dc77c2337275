#![feature(portable_simd)]
use std::simd::{simd_swizzle, u32x4};
use std::arch::x86_64::*;

pub fn zip(a: u32x4, b: u32x4) -> u32x4 {
    simd_swizzle!(a, b, [0, 4, 1, 5])
}

pub unsafe fn halves(a: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0x4e>(a)
}

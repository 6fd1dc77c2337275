// The views of the page, a row each: what it is called, its route in the address, and its module, which is loaded when somebody first goes there. A module has
//
//	usual                  the view's state, as it is unless the address says otherwise: an object of texts, whose keys are the address's
//	mount(root, state)     shows the view in an empty element, and gives { show(), unmount() }
//
// A view reads its state in state.now, and changes it with state.change(some, entry): the address follows (as a new entry of the history where entry is true),
// and show() is called. It is called too when somebody goes back, or opens a link. unmount() ends what is under way and watched; the page empties the element.

export const views = [
	{ name: "Explorer", route: "", load: () => import("./explorer.js") },
	{ name: "Regions", route: "regions", load: () => import("./regions.js") },
	{ name: "Swizzles", route: "swizzles", load: () => import("./swizzles.js") },
	{ name: "Patterns", route: "patterns", load: () => import("./patterns.js") },
	{ name: "Debugger", route: "debugger", load: () => import("./debugger.js") },
	{ name: "Stepper", route: "stepper", load: () => import("./stepper.js") },
];

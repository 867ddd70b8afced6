//#region node_modules/svelte/src/internal/shared/utils.js
var e = Array.isArray, t = Array.prototype.indexOf, n = Array.prototype.includes, r = Array.from, i = Object.defineProperty, a = Object.getOwnPropertyDescriptor, o = Object.getOwnPropertyDescriptors, s = Object.prototype, c = Array.prototype, l = Object.getPrototypeOf, u = Object.isExtensible, d = () => {};
function f(e) {
	for (var t = 0; t < e.length; t++) e[t]();
}
function p() {
	var e, t;
	return {
		promise: new Promise((n, r) => {
			e = n, t = r;
		}),
		resolve: e,
		reject: t
	};
}
function m(e, t) {
	if (Array.isArray(e)) return e;
	if (t === void 0 || !(Symbol.iterator in e)) return Array.from(e);
	let n = [];
	for (let r of e) if (n.push(r), n.length === t) break;
	return n;
}
var h = 1024, g = 2048, _ = 4096, v = 8192, y = 16384, b = 32768, x = 1 << 25, S = 65536, ee = 1 << 19, C = 1 << 20, te = 1 << 25, ne = 1 << 21, w = 1 << 22, re = 1 << 23, ie = Symbol("$state"), ae = Symbol("component"), oe = Symbol("legacy props"), se = Symbol(""), ce = Symbol("attributes"), le = Symbol("class"), ue = Symbol("style"), de = Symbol("text"), fe = Symbol("form reset"), pe = new class extends Error {
	name = "StaleReactionError";
	message = "The reaction that called `getAbortSignal()` was re-run or destroyed";
}(), me = !!globalThis.document?.contentType && /* @__PURE__ */ globalThis.document.contentType.includes("xml"), he = {}, T = Symbol("uninitialized"), ge = "http://www.w3.org/1999/xhtml", _e = "http://www.w3.org/2000/svg", ve = "http://www.w3.org/1998/Math/MathML";
function ye() {
	console.warn("https://svelte.dev/e/derived_inert");
}
function be(e) {
	console.warn("https://svelte.dev/e/hydration_mismatch");
}
function xe() {
	console.warn("https://svelte.dev/e/svelte_boundary_reset_noop");
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/hydration.js
var E = !1;
function Se(e) {
	E = e;
}
var D;
function O(e) {
	if (e === null) throw be(), he;
	return D = e;
}
function Ce() {
	return O(/* @__PURE__ */ rn(D));
}
function k(e) {
	if (E) {
		if (/* @__PURE__ */ rn(D) !== null) throw be(), he;
		D = e;
	}
}
function we(e = 1) {
	if (E) {
		for (var t = e, n = D; t--;) n = /* @__PURE__ */ rn(n);
		D = n;
	}
}
function Te(e = !0) {
	for (var t = 0, n = D;;) {
		if (n.nodeType === 8) {
			var r = n.data;
			if (r === "]") {
				if (t === 0) return n;
				--t;
			} else (r === "[" || r === "[!" || r[0] === "[" && !isNaN(Number(r.slice(1)))) && (t += 1);
		}
		var i = /* @__PURE__ */ rn(n);
		e && n.remove(), n = i;
	}
}
function Ee(e) {
	if (!e || e.nodeType !== 8) throw be(), he;
	return e.data;
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/equality.js
function De(e) {
	return e === this.v;
}
function Oe(e, t) {
	return e == e ? e !== t || typeof e == "object" && !!e || typeof e == "function" : t == t;
}
function ke(e) {
	return !Oe(e, this.v);
}
function Ae(e) {
	throw Error("https://svelte.dev/e/lifecycle_outside_component");
}
//#endregion
//#region node_modules/svelte/src/internal/client/errors.js
function je() {
	throw Error("https://svelte.dev/e/async_derived_orphan");
}
function Me(e, t, n) {
	throw Error("https://svelte.dev/e/each_key_duplicate");
}
function Ne(e) {
	throw Error("https://svelte.dev/e/effect_in_teardown");
}
function Pe() {
	throw Error("https://svelte.dev/e/effect_in_unowned_derived");
}
function Fe(e) {
	throw Error("https://svelte.dev/e/effect_orphan");
}
function Ie() {
	throw Error("https://svelte.dev/e/effect_update_depth_exceeded");
}
function Le(e) {
	throw Error("https://svelte.dev/e/props_invalid_value");
}
function Re() {
	throw Error("https://svelte.dev/e/state_descriptors_fixed");
}
function ze() {
	throw Error("https://svelte.dev/e/state_prototype_fixed");
}
function Be() {
	throw Error("https://svelte.dev/e/state_unsafe_mutation");
}
function Ve() {
	throw Error("https://svelte.dev/e/svelte_boundary_reset_onerror");
}
//#endregion
//#region node_modules/svelte/src/internal/shared/context.js
function He(e) {
	let t = e.p;
	for (; t !== null && t.c === null;) t = t.p;
	return t?.c ?? null;
}
function Ue(e, t) {
	return e === null && Ae(t), e.c ??= new Map(He(e) || void 0);
}
//#endregion
//#region node_modules/svelte/src/internal/client/context.js
var A = null;
function We(e) {
	A = e;
}
function Ge(e) {
	return Ue(A, "getContext").get(e);
}
function Ke(e, t) {
	return Ue(A, "setContext").set(e, t), t;
}
function qe(e, t = !1, n) {
	A = {
		p: A,
		i: !1,
		c: null,
		e: null,
		s: e,
		x: null,
		r: U,
		l: null
	};
}
function Je(e) {
	var t = A, n = t.e;
	if (n !== null) {
		t.e = null;
		for (var r of n) _n(r);
	}
	return e !== void 0 && (t.x = e), t.i = !0, A = t.p, Ye(e);
}
function Ye(e = {}) {
	return i(e, ae, { value: !0 }), e;
}
function Xe() {
	return !0;
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/task.js
var Ze = [];
function Qe() {
	var e = Ze;
	Ze = [], f(e);
}
function $e(e) {
	if (Ze.length === 0 && !Tt) {
		var t = Ze;
		queueMicrotask(() => {
			t === Ze && Qe();
		});
	}
	Ze.push(e);
}
function et() {
	for (; Ze.length > 0;) Qe();
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/status.js
var tt = ~(g | _ | h);
function j(e, t) {
	e.f = e.f & tt | t;
}
function nt(e) {
	e.f & 512 || e.deps === null ? j(e, h) : j(e, _);
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/utils.js
function rt(e, t) {
	e.f & 2048 ? t.set(e, g) : e.f & 4096 && t.get(e) !== 2048 && t.set(e, _), j(e, h);
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/elements/misc.js
var it = !1;
function at() {
	it || (it = !0, document.addEventListener("reset", (e) => {
		Promise.resolve().then(() => {
			if (!e.defaultPrevented) for (let t of e.target.elements) t[fe]?.();
		});
	}, { capture: !0 }));
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/elements/bindings/shared.js
function ot(e) {
	var t = H, n = U;
	zn(null), Bn(null);
	try {
		return e();
	} finally {
		zn(t), Bn(n);
	}
}
function st(e, t, n, r = n) {
	e.addEventListener(t, () => ot(n));
	let i = e[fe];
	e[fe] = i ? () => {
		i(), r(!0);
	} : () => r(!0), at();
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/async.js
function ct(e, t, n, r) {
	let i = Xe() ? ft : ht;
	var a = e.filter((e) => !e.settled), o = t.map(i);
	if (n.length === 0 && a.length === 0) {
		r(o);
		return;
	}
	var s = U, c = lt(), l = a.length === 1 ? a[0].promise : a.length > 1 ? Promise.all(a.map((e) => e.promise)) : null;
	function u(e) {
		if (!(s.f & 16384)) {
			c();
			try {
				r([...o, ...e]);
			} catch (e) {
				un(e, s);
			}
			ut();
		}
	}
	var d = dt();
	if (n.length === 0) {
		l.then(() => u([])).finally(d);
		return;
	}
	function f() {
		Promise.all(n.map((e) => /* @__PURE__ */ mt(e))).then(u).catch((e) => un(e, s)).finally(d);
	}
	l ? l.then(() => {
		s.f & 16384 ? d() : (c(), f(), ut());
	}) : f();
}
function lt() {
	var e = U, t = H, n = A, r = N;
	return function(i = !0) {
		Bn(e), zn(t), We(n), i && !(e.f & 16384) && (r?.activate(), r?.apply());
	};
}
function ut(e = !0) {
	Bn(null), zn(null), We(null), e && N?.deactivate();
}
function dt() {
	var e = U, t = e.b, n = N, r = !!t?.is_rendered();
	return t?.update_pending_count(1, n), n.increment(r, e), () => {
		t?.update_pending_count(-1, n), n.decrement(r, e);
	};
}
/*#__NO_SIDE_EFFECTS__*/
function ft(e) {
	var t = 2 | g;
	return U !== null && (U.f |= ee), {
		ctx: A,
		deps: null,
		effects: null,
		equals: De,
		f: t,
		fn: e,
		reactions: null,
		rv: 0,
		v: T,
		wv: 0,
		parent: U,
		ac: null
	};
}
var pt = Symbol("obsolete");
/*#__NO_SIDE_EFFECTS__*/
function mt(e, t, n) {
	let r = U;
	r === null && je();
	var i = void 0, a = Ht(T), o = !H, s = /* @__PURE__ */ new Set();
	return bn(() => {
		var t = U, n = p();
		i = n.promise;
		try {
			Promise.resolve(e()).then(n.resolve, (e) => {
				e !== pe && n.reject(e);
			}).finally(ut);
		} catch (e) {
			n.reject(e), ut();
		}
		var c = N;
		if (o) {
			if (t.f & 32768) var l = dt();
			if (r.b?.is_rendered()) c.async_deriveds.get(t)?.reject(pt);
			else for (let e of s.values()) e.reject(pt);
			s.add(n), c.async_deriveds.set(t, n);
		}
		let u = (e, t = void 0) => {
			l?.(), s.delete(n), t !== pt && (c.activate(), t ? (a.f |= re, Kt(a, t)) : (a.f & 8388608 && (a.f ^= re), Kt(a, e)), c.deactivate());
		};
		n.promise.then(u, (e) => u(null, e || "unknown"));
	}), hn(() => {
		for (let e of s) e.reject(pt);
	}), new Promise((e) => {
		function t(n) {
			function r() {
				n === i ? e(a) : t(i);
			}
			n.then(r, r);
		}
		t(i);
	});
}
/*#__NO_SIDE_EFFECTS__*/
function M(e) {
	let t = /* @__PURE__ */ ft(e);
	return Hn(t), t;
}
/*#__NO_SIDE_EFFECTS__*/
function ht(e) {
	let t = /* @__PURE__ */ ft(e);
	return t.equals = ke, t;
}
function gt(e) {
	var t = e.effects;
	if (t !== null) {
		e.effects = null;
		for (var n = 0; n < t.length; n += 1) Dn(t[n]);
	}
}
function _t(e) {
	var t, n = U, r = e.parent;
	if (!In && r !== null && e.v !== T && r.f & 24576) return ye(), e.v;
	Bn(r);
	try {
		gt(e), t = er(e);
	} finally {
		Bn(n);
	}
	return t;
}
function vt(e) {
	var t = _t(e);
	!e.equals(t) && (e.wv = Zn(), (!N?.is_fork || e.deps === null) && (N === null ? e.v = t : (N.capture(e, t, !0), St?.capture(e, t, !0)), e.deps === null)) ? j(e, h) : In || (Ct === null ? nt(e) : (mn() || N?.is_fork) && Ct.set(e, t));
}
function yt(e) {
	if (e.effects !== null) for (let t of e.effects) (t.teardown || t.ac) && (t.teardown?.(), t.ac !== null && ot(() => {
		t.ac.abort(pe), t.ac = null;
	}), t.fn !== null && (t.teardown = d), rr(t, 0), Tn(t));
}
function bt(e) {
	if (e.effects !== null) for (let t of e.effects) t.teardown && t.fn !== null && ir(t);
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/batch.js
var xt = null, N = null, St = null, Ct = null, wt = null, Tt = !1, Et = !1, Dt = null, Ot = null, kt = 0, At = 1, jt = class e {
	id = At++;
	started = !1;
	linked = !0;
	prev = null;
	next = null;
	async_deriveds = /* @__PURE__ */ new Map();
	current = /* @__PURE__ */ new Map();
	previous = /* @__PURE__ */ new Map();
	#e = /* @__PURE__ */ new Set();
	#t = /* @__PURE__ */ new Set();
	#n = 0;
	#r = /* @__PURE__ */ new Map();
	#i = null;
	#a = [];
	#o = [];
	#s = /* @__PURE__ */ new Map();
	#c = /* @__PURE__ */ new Map();
	#l = /* @__PURE__ */ new Set();
	is_fork = !1;
	#u = !1;
	constructor() {
		xt === null ? xt = this : (xt.next = this, this.prev = xt), xt = this;
	}
	#d() {
		if (this.is_fork) return !0;
		for (let e of this.#r.keys()) if (!this.#f(e)) return !0;
		return !1;
	}
	#f(e) {
		for (var t = e; t !== null; t = t.parent) if (this.#c.has(t)) return !0;
		return !1;
	}
	skip_effect(e) {
		this.#c.has(e) || this.#c.set(e, {
			d: [],
			m: []
		}), this.#l.delete(e);
	}
	unskip_effect(e, t = (e) => this.schedule(e)) {
		var n = this.#c.get(e);
		if (n) {
			this.#c.delete(e);
			for (var r of n.d) j(r, g), t(r);
			for (r of n.m) j(r, _), t(r);
		}
		this.#l.add(e);
	}
	#p() {
		var e = [];
		for (let i of this.#a) if (!(i.f & 16384 || !(i.f & 6144))) {
			for (var t = i, n = !1; t.parent !== null;) {
				t = t.parent;
				var r = t.f;
				if (r & 96) {
					if (!(r & 1024)) {
						n = !0;
						break;
					}
					t.f ^= h;
				}
			}
			n || e.push(t);
		}
		return this.#a = [], e;
	}
	#m() {
		this.started = !0;
		for (let [e, t] of this.#s) j(e, t), this.schedule(e);
		this.apply();
		for (var t = Dt = [], n = [], r = Ot = []; this.#a.length > 0;) {
			kt++ > 1e3 && (this.#b(), Nt());
			for (let e of this.#p()) try {
				this.#h(e, t, n);
			} catch (t) {
				throw Rt(e), this.#d() || this.discard(), t;
			}
		}
		if (N = null, r.length > 0) {
			var i = e.ensure();
			for (let e of r) i.schedule(e);
		}
		if (Dt = null, Ot = null, this.#d()) {
			this.#y(n), this.#y(t);
			for (let [e, t] of this.#c) Lt(e, t);
			r.length > 0 && N.#m();
			return;
		}
		let a = this.#g();
		if (a) this.#y(n), this.#y(t), a.#v(this);
		else {
			this.#s.clear();
			for (let e of this.#e) e(this);
			this.#e.clear(), St = this, Ft(n), Ft(t), St = null, this.#i?.resolve();
			var o = N;
			this.#n === 0 && (this.#a.length === 0 || o !== null) && this.#b(), o !== null && (Bt.clear(), o.#m());
		}
	}
	#h(e, t, n) {
		e.f ^= h;
		for (var r = e.first; r !== null;) {
			var i = r.f, a = !!(i & 96);
			if (!(a && i & 1024 || i & 8192 || this.#c.has(r)) && r.fn !== null) {
				a ? r.f ^= h : i & 4 ? t.push(r) : Qn(r) && (i & 16 && this.add_dirty_reaction(r, _), ir(r));
				var o = r.first;
				if (o !== null) {
					r = o;
					continue;
				}
			}
			for (; r !== null;) {
				var s = r.next;
				if (s !== null) {
					r = s;
					break;
				}
				r = r.parent;
			}
		}
	}
	#g() {
		for (var e = this.prev; e !== null; e = e.prev) if (!e.is_fork && this.#_(e)) return e;
		return null;
	}
	#_(e) {
		for (let [t, [, n]] of this.current) if (!n && e.current.has(t)) return !0;
		return !1;
	}
	#v(e) {
		for (let [t, n] of e.current) !this.previous.has(t) && e.previous.has(t) && this.previous.set(t, e.previous.get(t)), this.current.set(t, n);
		for (let [t, n] of e.async_deriveds) {
			let e = this.async_deriveds.get(t);
			e && n.promise.then(e.resolve).catch(e.reject);
		}
		e.async_deriveds.clear(), this.transfer_reactions(e.#s);
		let t = (e) => {
			var n = e.reactions;
			if (n !== null && !(e.f & 2 && !(e.f & 6144))) for (let e of n) {
				var r = e.f;
				if (r & 2) t(e);
				else {
					var i = e;
					r & 4194320 && !this.async_deriveds.has(i) && (this.#s.delete(i), j(i, g), this.schedule(i));
				}
			}
		};
		for (let e of this.current.keys()) t(e);
		this.oncommit(() => e.discard()), e.#b(), N = this, this.#m();
	}
	#y(e) {
		for (var t = 0; t < e.length; t += 1) rt(e[t], this.#s);
	}
	capture(e, t, n = !1) {
		e.v !== T && !this.previous.has(e) && this.previous.set(e, e.v), e.f & 8388608 || (this.current.set(e, [t, n]), Ct?.set(e, t)), this.is_fork || (e.v = t);
	}
	activate() {
		N = this;
	}
	deactivate() {
		N = null, Ct = null;
	}
	flush() {
		try {
			Et = !0, N = this, this.#m();
		} finally {
			kt = 0, wt = null, Dt = null, Ot = null, Et = !1, N = null, Ct = null, Bt.clear();
		}
	}
	discard() {
		for (let e of this.#t) e(this);
		this.#t.clear();
		for (let e of this.async_deriveds.values()) e.reject(pt);
		this.#b(), this.#i?.resolve();
	}
	register_created_effect(e) {
		this.#o.push(e);
	}
	increment(e, t) {
		if (this.#n += 1, e) {
			let e = this.#r.get(t) ?? 0;
			this.#r.set(t, e + 1);
		}
	}
	decrement(e, t) {
		if (--this.#n, e) {
			let e = this.#r.get(t) ?? 0;
			e === 1 ? this.#r.delete(t) : this.#r.set(t, e - 1);
		}
		this.#u || (this.#u = !0, $e(() => {
			this.#u = !1, this.linked && this.flush();
		}));
	}
	transfer_reactions(e) {
		for (let [t, n] of e) this.add_dirty_reaction(t, n);
		e.clear();
	}
	add_dirty_reaction(e, t) {
		(t === 2048 || this.#s.get(e) !== 2048) && this.#s.set(e, t);
	}
	oncommit(e) {
		this.#e.add(e);
	}
	ondiscard(e) {
		this.#t.add(e);
	}
	settled() {
		return (this.#i ??= p()).promise;
	}
	static ensure() {
		if (N === null) {
			let t = N = new e();
			!Et && !Tt && $e(() => {
				t.started || t.flush();
			});
		}
		return N;
	}
	apply() {
		Ct = null;
	}
	schedule(e) {
		wt = e, e.b?.is_pending && e.f & 16777228 && !(e.f & 32768) ? e.b.defer_effect(e) : this.#a.push(e);
	}
	#b() {
		if (this.linked) {
			var e = this.prev, t = this.next;
			e === null || (e.next = t), t === null ? xt = e : t.prev = e, this.linked = !1;
		}
	}
};
function Mt(e) {
	var t = Tt, n = St;
	St = null, Tt = !0;
	try {
		var r;
		for (e && (Mt(), r = e());;) {
			if (et(), N === null) return r;
			N.flush();
		}
	} finally {
		Tt = t, St = n;
	}
}
function Nt() {
	try {
		Ie();
	} catch (e) {
		un(e, wt);
	}
}
var Pt = null;
function Ft(e) {
	var t = e.length;
	if (t !== 0) {
		for (var n = 0; n < t;) {
			var r = e[n++];
			if (!(r.f & 24576) && Qn(r) && (Pt = /* @__PURE__ */ new Set(), ir(r), r.deps === null && r.first === null && r.nodes === null && r.teardown === null && r.ac === null && kn(r), Pt?.size > 0)) {
				Bt.clear();
				for (let e of Pt) {
					if (e.f & 24576) continue;
					let t = [e], n = e.parent;
					for (; n !== null;) Pt.has(n) && (Pt.delete(n), t.push(n)), n = n.parent;
					for (let e = t.length - 1; e >= 0; e--) {
						let n = t[e];
						n.f & 24576 || ir(n);
					}
				}
				Pt.clear();
			}
		}
		Pt = null;
	}
}
function It(e) {
	N.schedule(e);
}
function Lt(e, t) {
	if (!(e.f & 32 && e.f & 1024)) {
		e.f & 2048 ? t.d.push(e) : e.f & 4096 && t.m.push(e), j(e, h);
		for (var n = e.first; n !== null;) Lt(n, t), n = n.next;
	}
}
function Rt(e) {
	j(e, h);
	for (var t = e.first; t !== null;) Rt(t), t = t.next;
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/sources.js
var zt = /* @__PURE__ */ new Set(), Bt = /* @__PURE__ */ new Map(), Vt = !1;
function Ht(e, t) {
	return {
		f: 0,
		v: e,
		reactions: null,
		equals: De,
		rv: 0,
		wv: 0
	};
}
/*#__NO_SIDE_EFFECTS__*/
function P(e, t) {
	let n = Ht(e, t);
	return Hn(n), n;
}
/*#__NO_SIDE_EFFECTS__*/
function Ut(e, t = !1, n = !0) {
	let r = Ht(e);
	return t || (r.equals = ke), r;
}
function F(e, t, n = !1) {
	return H !== null && (!Rn || H.f & 131072) && Xe() && H.f & 4325394 && (Vn === null || !Vn.has(e)) && Be(), Kt(e, n ? Xt(t) : t, Ot);
}
var Wt = null, Gt = 0;
function Kt(e, t, n = null) {
	if (!e.equals(t)) {
		In ? Bt.set(e, t) : Bt.has(e) || Bt.set(e, e.v);
		var r = jt.ensure();
		if (r.capture(e, t), e.f & 2) {
			let t = e;
			e.f & 2048 && _t(t), Ct === null && nt(t);
		}
		e.wv = Zn(), Wt = null, Gt = 0, Yt(e, g, n), Wt = null, Xe() && U !== null && U.f & 1024 && !(U.f & 96) && (Gn === null ? Kn([e]) : Gn.push(e)), !r.is_fork && zt.size > 0 && !Vt && qt();
	}
	return t;
}
function qt() {
	Vt = !1;
	for (let e of zt) {
		e.f & 1024 && j(e, _);
		let t;
		try {
			t = Qn(e);
		} catch {
			t = !0;
		}
		t && ir(e);
	}
	zt.clear();
}
function Jt(e) {
	F(e, e.v + 1);
}
function Yt(e, t, n) {
	var r = e.reactions;
	if (r !== null) {
		var i = Xe(), a = r.length;
		if (Gt += a, Gt > 1e5 && Wt === null && (Wt = /* @__PURE__ */ new Set()), Wt !== null) {
			if (Wt.has(e)) return;
			Wt.add(e);
		}
		for (var o = 0; o < a; o++) {
			var s = r[o], c = s.f;
			if (i || s !== U) {
				var l = (c & g) === 0;
				if (l && j(s, t), c & 131072) zt.add(s);
				else if (c & 2) {
					var u = s;
					Ct?.delete(u), Yt(u, _, n);
				} else if (l) {
					var d = s;
					c & 16 && Pt !== null && Pt.add(d), n === null ? It(d) : n.push(d);
				}
			}
		}
	}
}
function Xt(t) {
	if (typeof t != "object" || !t || ie in t || ae in t) return t;
	let n = l(t);
	if (n !== s && n !== c) return t;
	var r = /* @__PURE__ */ new Map(), i = e(t), o = /* @__PURE__ */ P(0), u = null, d = Yn, f = (e) => {
		if (Yn === d) return e();
		var t = H, n = Yn;
		zn(null), Xn(d);
		var r = e();
		return zn(t), Xn(n), r;
	};
	return i && r.set("length", /* @__PURE__ */ P(t.length, u)), new Proxy(t, {
		defineProperty(e, t, n) {
			(!("value" in n) || n.configurable === !1 || n.enumerable === !1 || n.writable === !1) && Re();
			var i = r.get(t);
			return i === void 0 ? f(() => {
				var e = /* @__PURE__ */ P(n.value, u);
				return r.set(t, e), e;
			}) : F(i, n.value, !0), !0;
		},
		deleteProperty(e, t) {
			var n = r.get(t);
			if (n === void 0) {
				if (t in e) {
					let e = f(() => /* @__PURE__ */ P(T, u));
					r.set(t, e), Jt(o);
				}
			} else F(n, T), Jt(o);
			return !0;
		},
		get(e, n, i) {
			if (n === ie) return t;
			var o = r.get(n), s = n in e;
			if (o === void 0 && (!s || a(e, n)?.writable) && (o = f(() => /* @__PURE__ */ P(Xt(s ? e[n] : T), u)), r.set(n, o)), o !== void 0) {
				var c = W(o);
				return c === T ? void 0 : c;
			}
			return Reflect.get(e, n, i);
		},
		getOwnPropertyDescriptor(e, t) {
			this.has?.(e, t);
			var n = Reflect.getOwnPropertyDescriptor(e, t), i = r.get(t);
			if (i !== void 0) {
				var a = W(i);
				if (a === T) return;
				if (n && "value" in n) n.value = a;
				else return {
					enumerable: !0,
					configurable: !0,
					value: a,
					writable: !0
				};
			}
			return n;
		},
		has(e, t) {
			if (t === ie) return !0;
			var n = r.get(t), i = n !== void 0 && n.v !== T || Reflect.has(e, t);
			return (n !== void 0 || (U !== null || H !== null) && (!i || a(e, t)?.writable)) && (n === void 0 && (n = f(() => /* @__PURE__ */ P(i ? Xt(e[t]) : T, u)), r.set(t, n)), W(n) === T) ? !1 : i;
		},
		set(e, t, n, s) {
			var c = r.get(t), l = t in e;
			if (i && t === "length") for (var d = n; d < c.v; d += 1) {
				var p = r.get(d + "");
				p === void 0 ? d in e && (p = f(() => /* @__PURE__ */ P(T, u)), r.set(d + "", p)) : F(p, T);
			}
			if (c === void 0) (!l || a(e, t)?.writable) && (c = f(() => /* @__PURE__ */ P(void 0, u)), F(c, Xt(n)), r.set(t, c));
			else {
				l = c.v !== T;
				var m = f(() => Xt(n));
				F(c, m);
			}
			var h = Reflect.getOwnPropertyDescriptor(e, t);
			if (h?.set && h.set.call(s, n), !l) {
				if (i && typeof t == "string") {
					var g = r.get("length"), _ = Number(t);
					Number.isInteger(_) && _ >= g.v && F(g, _ + 1);
				}
				Jt(o);
			}
			return !0;
		},
		ownKeys(e) {
			W(o);
			var t = Reflect.ownKeys(e).filter((e) => {
				var t = r.get(e);
				return t === void 0 || t.v !== T;
			});
			for (var [n, i] of r) i.v !== T && !(n in e) && t.push(n);
			return t;
		},
		setPrototypeOf() {
			ze();
		}
	});
}
var Zt, Qt, $t, en;
function tn() {
	if (Zt === void 0) {
		Zt = window, Qt = /Firefox/.test(navigator.userAgent);
		var e = Element.prototype, t = Node.prototype, n = Text.prototype;
		$t = a(t, "firstChild").get, en = a(t, "nextSibling").get, u(e) && (e[le] = void 0, e[ce] = null, e[ue] = void 0, e.__e = void 0), u(n) && (n[de] = void 0);
	}
}
function nn(e = "") {
	return document.createTextNode(e);
}
/*@__NO_SIDE_EFFECTS__*/
function I(e) {
	return $t.call(e);
}
/*@__NO_SIDE_EFFECTS__*/
function rn(e) {
	return en.call(e);
}
function L(e, t) {
	if (!E) return /* @__PURE__ */ I(e);
	var n = /* @__PURE__ */ I(D);
	if (n === null) n = D.appendChild(nn());
	else if (t && n.nodeType !== 3) {
		var r = nn();
		return n?.before(r), O(r), r;
	}
	return t && cn(n), O(n), n;
}
function R(e, t = !1) {
	if (!E) {
		var n = /* @__PURE__ */ I(e);
		return n instanceof Comment && n.data === "" ? /* @__PURE__ */ rn(n) : n;
	}
	if (t) {
		if (D?.nodeType !== 3) {
			var r = nn();
			return D?.before(r), O(r), r;
		}
		cn(D);
	}
	return D;
}
function z(e, t = !1) {
	if (!E) return /* @__PURE__ */ I(e);
	var n = L(e, t);
	return k(e), n;
}
function B(e, t = 1, n = !1) {
	let r = E ? D : e;
	for (var i; t--;) i = r, r = /* @__PURE__ */ rn(r);
	if (!E) return r;
	if (n) {
		if (r?.nodeType !== 3) {
			var a = nn();
			return r === null ? i?.after(a) : r.before(a), O(a), a;
		}
		cn(r);
	}
	return O(r), r;
}
function an(e) {
	e.textContent = "";
}
function on() {
	return !1;
}
function sn(e, t, n) {
	return t == null || t === "http://www.w3.org/1999/xhtml" ? n ? document.createElement(e, { is: n }) : document.createElement(e) : n ? document.createElementNS(t, e, { is: n }) : document.createElementNS(t, e);
}
function cn(e) {
	if (e.nodeValue.length < 65536) return;
	let t = e.nextSibling;
	for (; t !== null && t.nodeType === 3;) t.remove(), e.nodeValue += t.nodeValue, t = e.nextSibling;
}
function ln(e) {
	var t = U;
	if (t === null) return H.f |= re, e;
	if (!(t.f & 32768) && !(t.f & 4)) throw e;
	un(e, t);
}
function un(e, t) {
	if (e === he) throw e;
	if (!(t !== null && t.f & 16384)) {
		for (; t !== null;) {
			if (t.f & 128 && !(t.f & 33570816)) {
				if (!(t.f & 32768)) throw e;
				try {
					t.b.error(e);
					return;
				} catch (t) {
					e = t;
				}
			}
			t = t.parent;
		}
		throw e;
	}
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/effects.js
function dn(e) {
	U === null && (H === null && Fe(e), Pe()), In && Ne(e);
}
function fn(e, t) {
	var n = t.last;
	n === null ? t.last = t.first = e : (n.next = e, e.prev = n, t.last = e);
}
function pn(e, t) {
	var n = U;
	n !== null && n.f & 8192 && (e |= v);
	var r = {
		ctx: A,
		deps: null,
		nodes: null,
		f: e | g | 512,
		first: null,
		fn: t,
		last: null,
		next: null,
		parent: n,
		b: n && n.b,
		prev: null,
		teardown: null,
		wv: 0,
		ac: null
	};
	N?.register_created_effect(r);
	var i = r;
	if (e & 4) Dt === null ? jt.ensure().schedule(r) : Dt.push(r);
	else if (t !== null) {
		try {
			ir(r);
		} catch (e) {
			throw Dn(r), e;
		}
		i.deps === null && i.teardown === null && i.nodes === null && i.first === i.last && !(i.f & 524288) && (i = i.first, e & 16 && e & 65536 && i !== null && (i.f |= S));
	}
	if (i !== null && (i.parent = n, n !== null && fn(i, n), H !== null && H.f & 2 && !(e & 64))) {
		var a = H;
		(a.effects ??= []).push(i);
	}
	return r;
}
function mn() {
	return H !== null && !Rn;
}
function hn(e) {
	let t = pn(8, null);
	return j(t, h), t.teardown = e, t;
}
function gn(e) {
	dn("$effect");
	var t = U.f;
	if (!H && t & 32 && A !== null && !A.i) {
		var n = A;
		(n.e ??= []).push(e);
	} else return _n(e);
}
function _n(e) {
	return pn(4 | C, e);
}
function vn(e) {
	jt.ensure();
	let t = pn(64 | ee, e);
	return (e = {}) => new Promise((n) => {
		e.outro ? An(t, () => {
			Dn(t), n(void 0);
		}) : (Dn(t), n(void 0));
	});
}
function yn(e) {
	return pn(4, e);
}
function bn(e) {
	return pn(w | ee, e);
}
function xn(e, t = 0) {
	return pn(8 | t, e);
}
function V(e, t = [], n = [], r = []) {
	ct(r, t, n, (t) => {
		pn(8, () => {
			e(...t.map(W));
		});
	});
}
function Sn(e, t = 0) {
	return pn(16 | t, e);
}
function Cn(e) {
	return pn(32 | ee, e);
}
function wn(e) {
	var t = e.teardown;
	if (t !== null) {
		let n = In, r = H;
		Ln(!0), zn(null);
		try {
			t.call(null);
		} catch (t) {
			un(t, e.parent);
		} finally {
			Ln(n), zn(r);
		}
	}
}
function Tn(e, t = !1) {
	var n = e.first;
	for (e.first = e.last = null; n !== null;) {
		let e = n.ac;
		e !== null && ot(() => {
			e.abort(pe);
		});
		var r = n.next;
		n.f & 64 ? n.parent = null : Dn(n, t), n = r;
	}
}
function En(e) {
	for (var t = e.first; t !== null;) {
		var n = t.next;
		t.f & 32 || Dn(t), t = n;
	}
}
function Dn(e, t = !0) {
	var n = !1;
	(t || e.f & 262144) && e.nodes !== null && e.nodes.end !== null && (On(e.nodes.start, e.nodes.end), n = !0), e.f |= x, Tn(e, t && !n), rr(e, 0);
	var r = e.nodes && e.nodes.t;
	if (r !== null) for (let e of r) e.stop();
	wn(e), e.f ^= x, e.f |= y;
	var i = e.parent;
	i !== null && i.first !== null && kn(e), e.next = e.prev = e.teardown = e.ctx = e.deps = e.fn = e.nodes = e.ac = e.b = null;
}
function On(e, t) {
	for (; e !== null;) {
		var n = e === t ? null : /* @__PURE__ */ rn(e);
		e.remove(), e = n;
	}
}
function kn(e) {
	var t = e.parent, n = e.prev, r = e.next;
	n !== null && (n.next = r), r !== null && (r.prev = n), t !== null && (t.first === e && (t.first = r), t.last === e && (t.last = n));
}
function An(e, t, n = !0) {
	var r = [];
	e.f |= 256, jn(e, r, !0);
	var i = () => {
		n && Dn(e), t && t();
	}, a = r.length;
	if (a > 0) {
		var o = () => --a || i();
		for (var s of r) s.out(o);
	} else i();
}
function jn(e, t, n) {
	if (!(e.f & 8192)) {
		e.f ^= v;
		var r = e.nodes && e.nodes.t;
		if (r !== null) for (let e of r) (e.is_global || n) && t.push(e);
		for (var i = e.first; i !== null;) {
			var a = i.next;
			if (!(i.f & 64)) {
				var o = !!(i.f & 65536) || !!(i.f & 32) && !!(e.f & 16);
				jn(i, t, o ? n : !1);
			}
			i = a;
		}
	}
}
function Mn(e) {
	e.f &= -257, Nn(e, !0);
}
function Nn(e, t) {
	if (!(e.f & 256) && e.f & 8192) {
		e.f ^= v, e.f & 1024 || (j(e, g), jt.ensure().schedule(e));
		for (var n = e.first; n !== null;) {
			var r = n.next, i = !!(n.f & 65536) || !!(n.f & 32);
			Nn(n, i ? t : !1), n = r;
		}
		var a = e.nodes && e.nodes.t;
		if (a !== null) for (let e of a) (e.is_global || t) && e.in();
	}
}
function Pn(e, t) {
	if (e.nodes) for (var n = e.nodes.start, r = e.nodes.end; n !== null;) {
		var i = n === r ? null : /* @__PURE__ */ rn(n);
		t.append(n), n = i;
	}
}
//#endregion
//#region node_modules/svelte/src/internal/client/legacy.js
var Fn = null, In = !1;
function Ln(e) {
	In = e;
}
var H = null, Rn = !1;
function zn(e) {
	H = e;
}
var U = null;
function Bn(e) {
	U = e;
}
var Vn = null;
function Hn(e) {
	H !== null && (H.f & 2097152 || H.f & 2) && (Vn ??= /* @__PURE__ */ new Set()).add(e);
}
var Un = null, Wn = 0, Gn = null;
function Kn(e) {
	Gn = e;
}
var qn = 1, Jn = 0, Yn = Jn;
function Xn(e) {
	Yn = e;
}
function Zn() {
	return ++qn;
}
function Qn(e) {
	var t = e.f;
	if (t & 2048) return !0;
	if (t & 4096) {
		for (var n = e.deps, r = n.length, i = 0; i < r; i++) {
			var a = n[i];
			if (Qn(a) && vt(a), a.wv > e.wv) return !0;
		}
		t & 512 && Ct === null && j(e, h);
	}
	return !1;
}
function $n(e, t, n = !0) {
	var r = e.reactions;
	if (r !== null && !(Vn !== null && Vn.has(e))) for (var i = 0; i < r.length; i++) {
		var a = r[i];
		a.f & 2 ? $n(a, t, !1) : t === a && (n ? j(a, g) : a.f & 1024 && j(a, _), It(a));
	}
}
function er(e) {
	var t = Un, n = Wn, r = Gn, i = H, a = Vn, o = A, s = Rn, c = Yn, l = e.f;
	Un = null, Wn = 0, Gn = null, H = l & 96 ? null : e, Vn = null, We(e.ctx), Rn = !1, Yn = ++Jn, e.ac !== null && (ot(() => {
		e.ac.abort(pe);
	}), e.ac = null);
	try {
		e.f |= ne;
		var u = e.fn, d = u();
		e.f |= b;
		var f = tr(e);
		if (Xe() && Gn !== null && !Rn && f !== null && !(e.f & 6146)) for (var p = 0; p < Gn.length; p++) $n(Gn[p], e);
		if (i !== null && i !== e) {
			if (Jn++, i.deps !== null) for (let e = 0; e < n; e += 1) i.deps[e].rv = Jn;
			if (t !== null) for (let e of t) e.rv = Jn;
			Gn !== null && (r === null ? r = Gn : r.push(...Gn));
		}
		return e.f & 8388608 && (e.f ^= re), d;
	} catch (t) {
		return tr(e), ln(t);
	} finally {
		e.f ^= ne, Un = t, Wn = n, Gn = r, H = i, Vn = a, We(o), Rn = s, Yn = c;
	}
}
function tr(e) {
	var t = e.deps, n = N?.is_fork;
	if (Un !== null) {
		var r;
		if (n || rr(e, Wn), t !== null && Wn > 0) for (t.length = Wn + Un.length, r = 0; r < Un.length; r++) t[Wn + r] = Un[r];
		else e.deps = t = Un;
		if (mn() && e.f & 512) for (r = Wn; r < t.length; r++) (t[r].reactions ??= []).push(e);
	} else !n && t !== null && Wn < t.length && (rr(e, Wn), t.length = Wn);
	return t;
}
function nr(e, r) {
	let i = r.reactions;
	if (i !== null) {
		var a = t.call(i, e);
		if (a !== -1) {
			var o = i.length - 1;
			o === 0 ? i = r.reactions = null : (i[a] = i[o], i.pop());
		}
	}
	if (i === null && r.f & 2 && (Un === null || !n.call(Un, r))) {
		var s = r;
		s.f & 512 && (s.f ^= 512), s.v !== T && nt(s), s.ac !== null && ot(() => {
			s.ac.abort(pe), s.ac = null, j(s, g);
		}), yt(s), rr(s, 0);
	}
}
function rr(e, t) {
	var n = e.deps;
	if (n !== null) for (var r = t; r < n.length; r++) nr(e, n[r]);
}
function ir(e) {
	var t = e.f;
	if (!(t & 16384)) {
		j(e, h);
		var n = U;
		U = e;
		try {
			t & 16777232 ? En(e) : Tn(e), wn(e);
			var r = er(e);
			e.teardown = typeof r == "function" ? r : null, e.wv = qn;
		} finally {
			U = n;
		}
	}
}
async function ar() {
	await Promise.resolve(), Mt();
}
function W(e) {
	var t = !!(e.f & 2);
	if (Fn?.add(e), H !== null && !Rn && !(U !== null && U.f & 16384) && (Vn === null || !Vn.has(e))) {
		var r = H.deps;
		if (H.f & 2097152) e.rv < Jn && (e.rv = Jn, Un === null && r !== null && r[Wn] === e ? Wn++ : Un === null ? Un = [e] : Un.push(e));
		else {
			H.deps ??= [], n.call(H.deps, e) || H.deps.push(e);
			var i = e.reactions;
			i === null ? e.reactions = [H] : n.call(i, H) || i.push(H);
		}
	}
	if (In && Bt.has(e)) return Bt.get(e);
	if (t) {
		var a = e;
		if (In) {
			var o = a.v;
			return (!(a.f & 1024) && a.reactions !== null || sr(a)) && (o = _t(a)), Bt.set(a, o), o;
		}
		var s = !(a.f & 512) && !Rn && H !== null && !!(H.f & 512), c = (a.f & b) === 0;
		Qn(a) && (s && (a.f |= 512), vt(a)), s && !c && (bt(a), or(a));
	}
	if (Ct?.has(e)) return Ct.get(e);
	if (e.f & 8388608) throw e.v;
	return e.v;
}
function or(e) {
	if (e.f |= 512, e.deps !== null) for (let r of e.deps) {
		var t = r.reactions;
		t === null ? r.reactions = [e] : n.call(t, e) || t.push(e), r.f & 2 && !(r.f & 512) && (bt(r), or(r));
	}
}
function sr(e) {
	if (e.v === T) return !0;
	if (e.deps === null) return !1;
	for (let t of e.deps) if (Bt.has(t) || t.f & 2 && sr(t)) return !0;
	return !1;
}
function cr(e) {
	var t = Rn;
	try {
		return Rn = !0, e();
	} finally {
		Rn = t;
	}
}
[.../* @__PURE__ */ "allowfullscreen.async.autofocus.autoplay.checked.controls.default.disabled.formnovalidate.indeterminate.inert.ismap.loop.multiple.muted.nomodule.novalidate.open.playsinline.readonly.required.reversed.seamless.selected.webkitdirectory.defer.disablepictureinpicture.disableremoteplayback".split(".")];
var lr = ["touchstart", "touchmove"];
function ur(e) {
	return lr.includes(e);
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/elements/events.js
var dr = Symbol("events"), fr = /* @__PURE__ */ new Set(), pr = /* @__PURE__ */ new Set();
function mr(e, t, n, r = {}) {
	function i(e) {
		if (r.capture || br.call(t, e), !e.cancelBubble) return ot(() => n?.call(this, e));
	}
	return e.startsWith("pointer") || e.startsWith("touch") || e === "wheel" ? (i.__removed = !1, $e(() => {
		i.__removed || t.addEventListener(e, i, r);
	})) : t.addEventListener(e, i, r), i;
}
function hr(e, t, n, r, i) {
	var a = {
		capture: r,
		passive: i
	}, o = mr(e, t, n, a);
	(t === document.body || t === window || t === document || t instanceof HTMLMediaElement) && hn(() => {
		o.__removed = !0, t.removeEventListener(e, o, a);
	});
}
function gr(e, t, n) {
	(t[dr] ??= {})[e] = n;
}
function _r(e) {
	for (var t = 0; t < e.length; t++) fr.add(e[t]);
	for (var n of pr) n(e);
}
var vr = null, yr = !1;
function br(e) {
	var t = this, n = t.ownerDocument, r = e.type, a = e.composedPath?.() || [], o = a[0] || e.target;
	vr = e, yr || (yr = !0, setTimeout(() => {
		yr = !1, vr = null;
	}));
	var s = 0, c = vr === e && e[dr];
	if (c) {
		var l = a.indexOf(c);
		if (l !== -1 && (t === document || t === window)) {
			e[dr] = t;
			return;
		}
		var u = a.indexOf(t);
		if (u === -1) return;
		l <= u && (s = l);
	}
	if (o = a[s] || e.target, o !== t) {
		i(e, "currentTarget", {
			configurable: !0,
			get() {
				return o || n;
			}
		});
		var d = H, f = U;
		zn(null), Bn(null);
		try {
			for (var p, m = []; o !== null && o !== t;) {
				try {
					var h = o[dr]?.[r];
					h != null && (!o.disabled || e.target === o) && h.call(o, e);
				} catch (e) {
					p ? m.push(e) : p = e;
				}
				if (e.cancelBubble) break;
				s++, o = s < a.length ? a[s] : null;
			}
			if (p) {
				for (let e of m) queueMicrotask(() => {
					throw e;
				});
				throw p;
			}
		} finally {
			e[dr] = t, delete e.currentTarget, zn(d), Bn(f);
		}
	}
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/reconciler.js
var xr = globalThis?.window?.trustedTypes && /* @__PURE__ */ globalThis.window.trustedTypes.createPolicy("svelte-trusted-html", { createHTML: (e) => e });
function Sr(e) {
	return xr?.createHTML(e) ?? e;
}
function Cr(e) {
	var t = sn("template");
	return t.innerHTML = Sr(e.replaceAll("<!>", "<!---->")), t.content;
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/template.js
function wr(e, t) {
	var n = U;
	n.nodes === null && (n.nodes = {
		start: e,
		end: t,
		a: null,
		t: null
	});
}
/*#__NO_SIDE_EFFECTS__*/
function G(e, t) {
	var n = !!(t & 1), r = !!(t & 2), i, a = !e.startsWith("<!>");
	return () => {
		if (E) return wr(D, null), D;
		i === void 0 && (i = Cr(a ? e : "<!>" + e), n || (i = /* @__PURE__ */ I(i)));
		var t = r || Qt ? document.importNode(i, !0) : i.cloneNode(!0);
		if (n) {
			var o = /* @__PURE__ */ I(t), s = t.lastChild;
			wr(o, s);
		} else wr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Tr(e, t, n = "svg") {
	var r = !e.startsWith("<!>"), i = !!(t & 1), a = `<${n}>${r ? e : "<!>" + e}</${n}>`, o;
	return () => {
		if (E) return wr(D, null), D;
		if (!o) {
			var e = /* @__PURE__ */ I(Cr(a));
			if (i) for (o = document.createDocumentFragment(); /* @__PURE__ */ I(e);) o.appendChild(/* @__PURE__ */ I(e));
			else o = /* @__PURE__ */ I(e);
		}
		var t = o.cloneNode(!0);
		if (i) {
			var n = /* @__PURE__ */ I(t), r = t.lastChild;
			wr(n, r);
		} else wr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function K(e, t) {
	return /* @__PURE__ */ Tr(e, t, "svg");
}
function Er(e = "") {
	if (!E) {
		var t = nn(e + "");
		return wr(t, t), t;
	}
	var n = D;
	return n.nodeType === 3 ? cn(n) : (n.before(n = nn()), O(n)), wr(n, n), n;
}
function Dr() {
	if (E) return wr(D, null), D;
	var e = document.createDocumentFragment(), t = document.createComment(""), n = nn();
	return e.append(t, n), wr(t, n), e;
}
function q(e, t) {
	if (E) {
		var n = U;
		(!(n.f & 32768) || n.nodes.end === null) && (n.nodes.end = D), Ce();
	} else e !== null && e.before(t);
}
//#endregion
//#region node_modules/svelte/src/reactivity/create-subscriber.js
function Or(e) {
	let t = 0, n = Ht(0), r;
	return () => {
		mn() && (W(n), xn(() => (t === 0 && (r = cr(() => e(() => Jt(n)))), t += 1, () => {
			$e(() => {
				--t, t === 0 && (r?.(), r = void 0, Jt(n));
			});
		})));
	};
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/blocks/boundary.js
var kr = S | ee;
function Ar(e, t, n, r) {
	new jr(e, t, n, r);
}
var jr = class {
	parent;
	is_pending = !1;
	transform_error;
	#e;
	#t = E ? D : null;
	#n;
	#r;
	#i;
	#a = null;
	#o = null;
	#s = null;
	#c = null;
	#l = 0;
	#u = 0;
	#d = !1;
	#f = /* @__PURE__ */ new Map();
	#p = null;
	#m = Or(() => (this.#p = Ht(this.#l), () => {
		this.#p = null;
	}));
	constructor(e, t, n, r) {
		this.#e = e, this.#n = t, this.#r = (e) => {
			var t = U;
			t.b = this, t.f |= 128, n(e);
		}, this.parent = U.b, this.transform_error = r ?? this.parent?.transform_error ?? ((e) => e), this.#i = Sn(() => {
			if (E) {
				let e = Ee(this.#t);
				Ce();
				let t = e === "[!";
				if (e.startsWith("[?")) {
					let t = JSON.parse(e.slice(2));
					this.#g(t);
				} else t ? this.#y() : this.#h();
			} else this.#b();
		}, kr), E && (this.#e = D);
	}
	#h() {
		try {
			this.#a = Cn(() => this.#r(this.#e));
		} catch (e) {
			this.error(e);
		}
	}
	#g(e) {
		let t = this.#n.failed, { reset: n, invoke_onerror: r } = this.#_(e);
		$e(r), t && (this.#s = Cn(() => {
			t(this.#e, () => e, () => n);
		}));
	}
	#_(e) {
		var t = !1, n = !1;
		let r = () => {
			this.#v() || (t ? xe() : (t = !0, n && Ve(), this.#s !== null && An(this.#s, () => {
				this.#s = null;
			}), this.#S(() => {
				this.#b();
			})));
		};
		return {
			reset: r,
			invoke_onerror: () => {
				if (!this.#v()) try {
					n = !0, this.#n.onerror?.(e, r), n = !1;
				} catch (e) {
					un(e, this.#i && this.#i.parent);
				}
			}
		};
	}
	#v() {
		return (this.#i.f & (y | x)) !== 0;
	}
	#y() {
		let e = this.#n.pending;
		e && (this.is_pending = !0, this.#o = Cn(() => e(this.#e)), $e(() => {
			if (!this.#v()) {
				var e = this.#c = document.createDocumentFragment(), t = nn(), n = !1;
				e.append(t), this.#a = this.#S(() => {
					try {
						return Cn(() => this.#r(t));
					} catch (e) {
						try {
							this.error(e), n = !0;
						} catch (e) {
							un(e, this.#i.parent);
						}
						return null;
					}
				}), this.#a === null ? (this.#c = null, n && this.#x(N)) : this.#u === 0 && (this.#e.before(e), this.#c = null, An(this.#o, () => {
					this.#o = null;
				}), this.#x(N));
			}
		}));
	}
	#b() {
		try {
			if (this.is_pending = this.has_pending_snippet(), this.#u = 0, this.#l = 0, this.#a = Cn(() => {
				this.#r(this.#e);
			}), this.#u > 0) {
				var e = this.#c = document.createDocumentFragment();
				Pn(this.#a, e);
				let t = this.#n.pending;
				this.#o = Cn(() => t(this.#e));
			} else this.#x(N);
		} catch (e) {
			this.error(e);
		}
	}
	#x(e) {
		this.is_pending = !1, e.transfer_reactions(this.#f);
	}
	defer_effect(e) {
		rt(e, this.#f);
	}
	is_rendered() {
		return !this.is_pending && (!this.parent || this.parent.is_rendered());
	}
	has_pending_snippet() {
		return !!this.#n.pending;
	}
	#S(e) {
		var t = U, n = H, r = A;
		Bn(this.#i), zn(this.#i), We(this.#i.ctx);
		try {
			return jt.ensure(), e();
		} finally {
			Bn(t), zn(n), We(r);
		}
	}
	#C(e, t) {
		this.has_pending_snippet() ? (this.#u += e, this.#u === 0 && (this.#x(t), this.#o && An(this.#o, () => {
			this.#o = null;
		}), this.#c &&= (this.#e.before(this.#c), null))) : this.parent && this.parent.#C(e, t);
	}
	update_pending_count(e, t) {
		this.#C(e, t), this.#l += e, !(!this.#p || this.#d) && (this.#d = !0, $e(() => {
			this.#d = !1, this.#p && Kt(this.#p, this.#l);
		}));
	}
	get_effect_pending() {
		return this.#m(), W(this.#p);
	}
	error(e) {
		if (e === he || !this.#n.onerror && !this.#n.failed) throw e;
		N?.is_fork ? (this.#a && N.skip_effect(this.#a), this.#o && N.skip_effect(this.#o), this.#s && N.skip_effect(this.#s), N.oncommit(() => {
			this.#v() || this.#w(e);
		})) : this.#w(e);
	}
	#w(e) {
		this.#a &&= (Dn(this.#a), null), this.#o &&= (Dn(this.#o), null), this.#s &&= (Dn(this.#s), null), E && (O(this.#t), we(), O(Te()));
		let t = this.#n.failed, n = (e) => {
			if (this.#v()) return;
			let { reset: n, invoke_onerror: r } = this.#_(e);
			r(), t && !this.#v() && (this.#s = this.#S(() => {
				try {
					return Cn(() => {
						var r = U;
						r.b = this, r.f |= 128, t(this.#e, () => e, () => n);
					});
				} catch (e) {
					return un(e, this.#i.parent), null;
				}
			}));
		};
		$e(() => {
			if (!this.#v()) {
				var t;
				try {
					t = this.transform_error(e);
				} catch (e) {
					un(e, this.#i && this.#i.parent);
					return;
				}
				typeof t == "object" && t && typeof t.then == "function" ? t.then(n, (e) => un(e, this.#i && this.#i.parent)) : n(t);
			}
		});
	}
};
function J(e, t) {
	var n = t == null ? "" : typeof t == "object" ? `${t}` : t;
	n !== (e[de] ??= e.nodeValue) && (e[de] = n, e.nodeValue = `${n}`);
}
function Mr(e, t) {
	return Pr(e, t);
}
var Nr = /* @__PURE__ */ new Map();
function Pr(e, { target: t, anchor: n, props: i = {}, events: a, context: o, intro: s = !0, transformError: c }) {
	tn();
	var l = void 0, u = vn(() => {
		var s = n ?? t.appendChild(nn());
		Ar(s, { pending: () => {} }, (t) => {
			qe({});
			var n = A;
			if (o && (n.c = o), a && (i.$$events = a), E && wr(t, null), l = e(t, i) || Ye(), E && (U.nodes.end = D, D === null || D.nodeType !== 8 || D.data !== "]")) throw be(), he;
			Je();
		}, c);
		var u = /* @__PURE__ */ new Set(), d = (e) => {
			for (var n = 0; n < e.length; n++) {
				var r = e[n];
				if (!u.has(r)) {
					u.add(r);
					var i = ur(r);
					for (let e of [t, document]) {
						var a = Nr.get(e);
						a === void 0 && (a = /* @__PURE__ */ new Map(), Nr.set(e, a));
						var o = a.get(r);
						o === void 0 ? (e.addEventListener(r, br, { passive: i }), a.set(r, 1)) : a.set(r, o + 1);
					}
				}
			}
		};
		return d(r(fr)), pr.add(d), () => {
			for (var e of u) for (let n of [t, document]) {
				var r = Nr.get(n), i = r.get(e);
				--i == 0 ? (n.removeEventListener(e, br), r.delete(e), r.size === 0 && Nr.delete(n)) : r.set(e, i);
			}
			pr.delete(d), s !== n && s.parentNode?.removeChild(s);
		};
	});
	return Fr.set(l, u), l;
}
var Fr = /* @__PURE__ */ new WeakMap();
function Ir(e, t) {
	let n = Fr.get(e);
	return n ? (Fr.delete(e), n(t)) : Promise.resolve();
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/blocks/branches.js
var Lr = class {
	anchor;
	#e = /* @__PURE__ */ new Map();
	#t = /* @__PURE__ */ new Map();
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Set();
	#i = !0;
	constructor(e, t = !0) {
		this.anchor = e, this.#i = t;
	}
	#a = (e) => {
		if (this.#e.has(e)) {
			var t = this.#e.get(e), n = this.#t.get(t);
			if (n) Mn(n), this.#r.delete(t);
			else {
				var r = this.#n.get(t);
				r && (Mn(r.effect), this.#t.set(t, r.effect), this.#n.delete(t), r.fragment.lastChild.remove(), this.anchor.before(r.fragment), n = r.effect);
			}
			for (let [t, n] of this.#e) {
				if (this.#e.delete(t), t === e) break;
				let r = this.#n.get(n);
				r && (Dn(r.effect), this.#n.delete(n));
			}
			for (let [e, r] of this.#t) {
				if (e === t || this.#r.has(e)) continue;
				let i = () => {
					if (Array.from(this.#e.values()).includes(e)) {
						var t = document.createDocumentFragment();
						Pn(r, t), t.append(nn()), this.#n.set(e, {
							effect: r,
							fragment: t
						});
					} else Dn(r);
					this.#r.delete(e), this.#t.delete(e);
				};
				this.#i || !n ? (this.#r.add(e), An(r, i, !1)) : i();
			}
		}
	};
	#o = (e) => {
		this.#e.delete(e);
		let t = Array.from(this.#e.values());
		for (let [e, n] of this.#n) t.includes(e) || (Dn(n.effect), this.#n.delete(e));
	};
	ensure(e, t) {
		var n = N, r = on();
		if (t && !this.#t.has(e) && !this.#n.has(e)) {
			if (r) {
				var i = document.createDocumentFragment(), a = nn();
				i.append(a), this.#n.set(e, {
					effect: Cn(() => t(a)),
					fragment: i
				});
			} else this.#t.set(e, Cn(() => t(this.anchor)));
		}
		if (this.#e.set(n, e), r) {
			for (let [t, r] of this.#t) t === e ? n.unskip_effect(r) : n.skip_effect(r);
			for (let [t, r] of this.#n) t === e ? n.unskip_effect(r.effect) : n.skip_effect(r.effect);
			n.oncommit(this.#a), n.ondiscard(this.#o);
		} else E && (this.anchor = D), this.#a(n);
	}
};
//#endregion
//#region node_modules/svelte/src/internal/client/dom/blocks/if.js
function Y(e, t, n = !1) {
	var r;
	E && (r = D, Ce());
	var i = new Lr(e), a = n ? S : 0;
	function o(e, t) {
		if (E) {
			var n = Ee(r);
			if (e !== parseInt(n.substring(1))) {
				var a = Te();
				O(a), i.anchor = a, Se(!1), i.ensure(e, t), Se(!0);
				return;
			}
		}
		i.ensure(e, t);
	}
	Sn(() => {
		var e = !1;
		t((t, n = 0) => {
			e = !0, o(n, t);
		}), e || o(-1, null);
	}, a);
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/blocks/each.js
function Rr(e, t) {
	return t;
}
function zr(e, t, n) {
	for (var i = [], a = t.length, o, s = t.length, c = 0; c < a; c++) {
		let n = t[c];
		An(n, () => {
			if (o) {
				if (o.pending.delete(n), o.done.add(n), o.pending.size === 0) {
					var t = e.outrogroups;
					Br(e, r(o.done)), t.delete(o), t.size === 0 && (e.outrogroups = null);
				}
			} else --s;
		}, !1);
	}
	if (s === 0) {
		var l = i.length === 0 && n !== null && e.pending.size === 0;
		if (l) {
			var u = n, d = u.parentNode;
			an(d), d.append(u), e.items.clear();
		}
		Br(e, t, !l);
	} else o = {
		pending: new Set(t),
		done: /* @__PURE__ */ new Set()
	}, (e.outrogroups ??= /* @__PURE__ */ new Set()).add(o);
}
function Br(e, t, n = !0) {
	var r;
	if (e.pending.size > 0) {
		r = /* @__PURE__ */ new Set();
		for (let t of e.pending.values()) for (let n of t) r.add(e.items.get(n).e);
	}
	for (var i = 0; i < t.length; i++) {
		var a = t[i];
		r?.has(a) ? (a.f |= te, Pn(a, document.createDocumentFragment())) : Dn(t[i], n);
	}
}
var Vr;
function X(t, n, i, a, o, s = null) {
	var c = t, l = /* @__PURE__ */ new Map();
	if (n & 4) {
		var u = t;
		c = E ? O(/* @__PURE__ */ I(u)) : u.appendChild(nn());
	}
	E && Ce();
	var d = null, f = /* @__PURE__ */ ht(() => {
		var t = i();
		return e(t) ? t : t == null ? [] : r(t);
	}), p = /* @__PURE__ */ new Map(), m = !0;
	function h(e) {
		if (!(_.effect.f & 16384)) {
			_.pending.delete(e);
			var t = W(f);
			_.fallback = d, Ur(_, t, c, n, a), d !== null && (t.length === 0 ? d.f & 33554432 ? (d.f ^= te, Gr(d, null, c)) : Mn(d) : An(d, () => {
				d = null;
			}));
		}
	}
	function g(e) {
		_.pending.delete(e);
	}
	var _ = {
		effect: Sn(() => {
			var e = W(f), t = e.length;
			let r = !1;
			E && Ee(c) === "[!" != (t === 0) && (c = Te(), O(c), Se(!1), r = !0);
			for (var u = /* @__PURE__ */ new Set(), _ = N, v = on(), y = 0; y < t; y += 1) {
				E && D.nodeType === 8 && D.data === "]" && (c = D, r = !0, Se(!1));
				var b = e[y], x = a(b, y), S = m ? null : l.get(x);
				S ? (S.v && Kt(S.v, b), S.i && Kt(S.i, y), v && _.unskip_effect(S.e)) : (S = Wr(l, m ? c : Vr ??= nn(), b, x, y, o, n, i), m || (S.e.f |= te), l.set(x, S)), u.add(x);
			}
			if (t === 0 && s && !d && (m ? d = Cn(() => s(c)) : (d = Cn(() => s(Vr ??= nn())), d.f |= te)), t > u.size && Me("", "", ""), E && t > 0 && O(Te()), !m) {
				if (p.set(_, u), v) {
					for (let [e, t] of l) u.has(e) || _.skip_effect(t.e);
					_.oncommit(h), _.ondiscard(g);
				} else h(_);
			}
			r && Se(!0), W(f);
		}),
		flags: n,
		items: l,
		pending: p,
		outrogroups: null,
		fallback: d
	};
	m = !1, E && (c = D);
}
function Hr(e) {
	for (; e !== null && !(e.f & 32);) e = e.next;
	return e;
}
function Ur(e, t, n, i, a) {
	var o = !!(i & 8), s = t.length, c = e.items, l = Hr(e.effect.first), u, d = null, f, p = [], m = [], h, g, _, v;
	if (o) for (v = 0; v < s; v += 1) h = t[v], g = a(h, v), _ = c.get(g).e, _.f & 33554432 || (_.nodes?.a?.measure(), (f ??= /* @__PURE__ */ new Set()).add(_));
	for (v = 0; v < s; v += 1) {
		if (h = t[v], g = a(h, v), _ = c.get(g).e, e.outrogroups !== null) for (let t of e.outrogroups) t.pending.delete(_), t.done.delete(_);
		if (_.f & 8192 && (Mn(_), o && (_.nodes?.a?.unfix(), (f ??= /* @__PURE__ */ new Set()).delete(_))), _.f & 33554432) {
			if (_.f ^= te, _ === l) Gr(_, null, n);
			else {
				var y = d ? d.next : l;
				_ === e.effect.last && (e.effect.last = _.prev), _.prev && (_.prev.next = _.next), _.next && (_.next.prev = _.prev), Kr(e, d, _), Kr(e, _, y), Gr(_, y, n), d = _, p = [], m = [], l = Hr(d.next);
				continue;
			}
		}
		if (_ !== l) {
			if (u !== void 0 && u.has(_)) {
				if (p.length < m.length) {
					var b = m[0], x;
					d = b.prev;
					var S = p[0], ee = p[p.length - 1];
					for (x = 0; x < p.length; x += 1) Gr(p[x], b, n);
					for (x = 0; x < m.length; x += 1) u.delete(m[x]);
					Kr(e, S.prev, ee.next), Kr(e, d, S), Kr(e, ee, b), l = b, d = ee, --v, p = [], m = [];
				} else u.delete(_), Gr(_, l, n), Kr(e, _.prev, _.next), Kr(e, _, d === null ? e.effect.first : d.next), Kr(e, d, _), d = _;
				continue;
			}
			for (p = [], m = []; l !== null && l !== _;) (u ??= /* @__PURE__ */ new Set()).add(l), m.push(l), l = Hr(l.next);
			if (l === null) continue;
		}
		_.f & 33554432 || p.push(_), d = _, l = Hr(_.next);
	}
	if (e.outrogroups !== null) {
		for (let t of e.outrogroups) t.pending.size === 0 && (Br(e, r(t.done)), e.outrogroups?.delete(t));
		e.outrogroups.size === 0 && (e.outrogroups = null);
	}
	if (l !== null || u !== void 0) {
		var C = [];
		if (u !== void 0) for (_ of u) _.f & 8192 || C.push(_);
		for (; l !== null;) !(l.f & 8192) && l !== e.fallback && C.push(l), l = Hr(l.next);
		var ne = C.length;
		if (ne > 0) {
			var w = i & 4 && s === 0 ? n : null;
			if (o) {
				for (v = 0; v < ne; v += 1) C[v].nodes?.a?.measure();
				for (v = 0; v < ne; v += 1) C[v].nodes?.a?.fix();
			}
			zr(e, C, w);
		}
	}
	o && $e(() => {
		if (f !== void 0) for (_ of f) _.nodes?.a?.apply();
	});
}
function Wr(e, t, n, r, i, a, o, s) {
	var c = o & 1 ? o & 16 ? Ht(n) : /* @__PURE__ */ Ut(n, !1, !1) : null, l = o & 2 ? Ht(i) : null;
	return {
		v: c,
		i: l,
		e: Cn(() => (a(t, c ?? n, l ?? i, s), () => {
			e.delete(r);
		}))
	};
}
function Gr(e, t, n) {
	if (e.nodes) for (var r = e.nodes.start, i = e.nodes.end, a = t && !(t.f & 33554432) ? t.nodes.start : n; r !== null;) {
		var o = /* @__PURE__ */ rn(r);
		if (a.before(r), r === i) return;
		r = o;
	}
}
function Kr(e, t, n) {
	t === null ? e.effect.first = n : t.next = n, n === null ? e.effect.last = t : n.prev = t;
}
function qr(e, t, n = !1, r = !1, i = !1, a = !1) {
	var o = e, s = "";
	if (n) {
		var c = e;
		E && (o = O(/* @__PURE__ */ I(c)));
	}
	V(() => {
		var e = U;
		if (s === (s = t() ?? "")) E && Ce();
		else if (n && !E) e.nodes = null, c.innerHTML = s, s !== "" && wr(/* @__PURE__ */ I(c), c.lastChild);
		else if (e.nodes !== null && (On(e.nodes.start, e.nodes.end), e.nodes = null), s !== "") {
			if (E) {
				for (var a = D.data, l = Ce(), u = l; l !== null && (l.nodeType !== 8 || l.data !== "");) u = l, l = /* @__PURE__ */ rn(l);
				if (l === null) throw be(), he;
				wr(D, u), o = O(l);
			} else {
				var d = sn(r ? "svg" : i ? "math" : "template", r ? _e : i ? ve : void 0);
				d.innerHTML = s;
				var f = r || i ? d : d.content;
				if (wr(/* @__PURE__ */ I(f), f.lastChild), r || i) for (; /* @__PURE__ */ I(f);) o.before(/* @__PURE__ */ I(f));
				else o.before(f);
			}
		}
	});
}
//#endregion
//#region node_modules/clsx/dist/clsx.mjs
function Jr(e) {
	var t, n, r = "";
	if (typeof e == "string" || typeof e == "number") r += e;
	else if (typeof e == "object") {
		if (Array.isArray(e)) {
			var i = e.length;
			for (t = 0; t < i; t++) e[t] && (n = Jr(e[t])) && (r && (r += " "), r += n);
		} else for (n in e) e[n] && (r && (r += " "), r += n);
	}
	return r;
}
function Yr() {
	for (var e, t, n = 0, r = "", i = arguments.length; n < i; n++) (e = arguments[n]) && (t = Jr(e)) && (r && (r += " "), r += t);
	return r;
}
//#endregion
//#region node_modules/svelte/src/internal/shared/attributes.js
function Xr(e) {
	return typeof e == "object" ? Yr(e) : e ?? "";
}
var Zr = [..." 	\n\r\f\xA0\v﻿"];
function Qr(e, t, n) {
	var r = e == null ? "" : "" + e;
	if (t && (r = r ? r + " " + t : t), n) {
		for (var i of Object.keys(n)) if (n[i]) r = r ? r + " " + i : i;
		else if (r.length) for (var a = i.length, o = 0; (o = r.indexOf(i, o)) >= 0;) {
			var s = o + a;
			(o === 0 || Zr.includes(r[o - 1])) && (s === r.length || Zr.includes(r[s])) ? r = (o === 0 ? "" : r.substring(0, o)) + r.substring(s + 1) : o = s;
		}
	}
	return r === "" ? null : r;
}
function $r(e, t = !1) {
	var n = t ? " !important;" : ";", r = "";
	for (var i of Object.keys(e)) {
		var a = e[i];
		a != null && a !== "" && (r += " " + i + ": " + a + n);
	}
	return r;
}
function ei(e) {
	return e[0] !== "-" || e[1] !== "-" ? e.toLowerCase() : e;
}
function ti(e, t) {
	if (t) {
		var n = "", r, i;
		if (Array.isArray(t) ? (r = t[0], i = t[1]) : r = t, e) {
			e = String(e).replaceAll(/\/\*.*?\*\//g, "").trim();
			var a = !1, o = 0, s = !1, c = [];
			r && c.push(...Object.keys(r).map(ei)), i && c.push(...Object.keys(i).map(ei));
			var l = 0, u = -1;
			let t = e.length;
			for (var d = 0; d < t; d++) {
				var f = e[d];
				if (s ? f === "/" && e[d - 1] === "*" && (s = !1) : a ? a === f && (a = !1) : f === "/" && e[d + 1] === "*" ? s = !0 : f === "\"" || f === "'" ? a = f : f === "(" ? o++ : f === ")" && o--, !s && a === !1 && o === 0) {
					if (f === ":" && u === -1) u = d;
					else if (f === ";" || d === t - 1) {
						if (u !== -1) {
							var p = ei(e.substring(l, u).trim());
							if (!c.includes(p)) {
								f !== ";" && d++;
								var m = e.substring(l, d).trim();
								n += " " + m + ";";
							}
						}
						l = d + 1, u = -1;
					}
				}
			}
		}
		return r && (n += $r(r)), i && (n += $r(i, !0)), n = n.trim(), n === "" ? null : n;
	}
	return e == null ? null : String(e);
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/elements/class.js
function Z(e, t, n, r, i, a) {
	var o = e[le];
	if (E || o !== n || o === void 0) {
		var s = Qr(n, r, a);
		(!E || s !== e.getAttribute("class")) && (s == null ? e.removeAttribute("class") : t ? e.className = s : e.setAttribute("class", s)), e[le] = n;
	} else if (a && i !== a) for (var c in a) {
		var l = !!a[c];
		(i == null || l !== !!i[c]) && e.classList.toggle(c, l);
	}
	return a;
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/elements/style.js
function ni(e, t = {}, n, r) {
	for (var i in n) {
		var a = n[i];
		t[i] !== a && (n[i] == null ? e.style.removeProperty(i) : e.style.setProperty(i, a, r));
	}
}
function ri(e, t, n, r) {
	var i = e[ue];
	if (E || i !== t) {
		var a = ti(t, r);
		(!E || a !== e.getAttribute("style")) && (a == null ? e.removeAttribute("style") : e.style.cssText = a), e[ue] = t;
	} else r && (Array.isArray(r) ? (ni(e, n?.[0], r[0]), ni(e, n?.[1], r[1], "important")) : ni(e, n, r));
	return r;
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/elements/attributes.js
var ii = Symbol("is custom element"), ai = Symbol("is html"), oi = me ? "link" : "LINK";
function si(e) {
	if (E) {
		var t = !1, n = () => {
			if (!t) {
				if (t = !0, e.hasAttribute("value")) {
					var n = e.value;
					Q(e, "value", null), e.value = n;
				}
				if (e.hasAttribute("checked")) {
					var r = e.checked;
					Q(e, "checked", null), e.checked = r;
				}
			}
		};
		e[fe] = n, $e(n), at();
	}
}
function Q(e, t, n, r) {
	var i = ci(e);
	if (!(E && (i[t] = e.getAttribute(t), t === "src" || t === "srcset" || t === "href" && e.nodeName === oi))) {
		var a = i[t];
		a !== (i[t] = n) && (t === "loading" && (e[se] = n), n == null ? e.removeAttribute(t) : typeof n != "string" && ui(e).has(t) ? e[t] = n : (!E || typeof n != "number" && typeof n != "boolean" || a !== String(n)) && e.setAttribute(t, n));
	}
}
function ci(e) {
	return e[ce] ??= {
		[ii]: e.nodeName.includes("-"),
		[ai]: e.namespaceURI === ge
	};
}
var li = /* @__PURE__ */ new Map();
function ui(e) {
	var t = e.getAttribute("is") || e.nodeName, n = li.get(t);
	if (n) return n;
	li.set(t, n = /* @__PURE__ */ new Set());
	for (var r, i = e, a = Element.prototype; a !== i;) {
		for (var s in r = o(i), r) r[s].set && s !== "innerHTML" && s !== "textContent" && s !== "innerText" && n.add(s);
		i = l(i);
	}
	return n;
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/elements/bindings/input.js
function di(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet();
	st(e, "input", async (i) => {
		var a = i ? e.defaultValue : e.value;
		if (a = fi(e) ? pi(a) : a, n(a), N !== null && r.add(N), await ar(), a !== (a = t())) {
			var o = e.selectionStart, s = e.selectionEnd, c = e.value.length;
			if (e.value = a ?? "", s !== null) {
				var l = e.value.length;
				o === s && s === c && l > c ? (e.selectionStart = l, e.selectionEnd = l) : (e.selectionStart = o, e.selectionEnd = Math.min(s, l));
			}
		}
	}), (E && e.defaultValue !== e.value || cr(t) == null && e.value) && (n(fi(e) ? pi(e.value) : e.value), N !== null && r.add(N)), xn(() => {
		var n = t();
		if (e === document.activeElement) {
			var i = N;
			if (r.has(i)) return;
		}
		fi(e) && n === pi(e.value) || (e.type !== "date" || n || e.value) && n !== e.value && (e.value = n ?? "");
	});
}
function fi(e) {
	var t = e.type;
	return t === "number" || t === "range";
}
function pi(e) {
	return e === "" ? null : +e;
}
//#endregion
//#region node_modules/svelte/src/internal/client/dom/elements/bindings/this.js
function mi(e, t) {
	return e === t || e?.[ie] === t;
}
function hi(e = Ye(), t, n, r) {
	var i = A.r, a = U;
	return yn(() => {
		var o, s;
		return xn(() => {
			o = s, s = r?.() || [], cr(() => {
				mi(n(...s), e) || (t(e, ...s), o && mi(n(...o), e) && t(null, ...o));
			});
		}), () => {
			let r = a;
			for (; r !== i && r.parent !== null && r.parent.f & 33554432;) r = r.parent;
			let o = () => {
				s && mi(n(...s), e) && t(null, ...s);
			}, c = r.teardown;
			r.teardown = () => {
				o(), c?.();
			};
		};
	}), e;
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/store.js
var gi = !1;
function _i(e) {
	var t = gi;
	try {
		return gi = !1, [e(), gi];
	} finally {
		gi = t;
	}
}
//#endregion
//#region node_modules/svelte/src/internal/client/reactivity/props.js
function $(e, t, n, r) {
	var i = !0, o = !!(n & 8), s = !!(n & 16), c = r, l = !0, u = void 0, d = () => s && i ? (u ??= /* @__PURE__ */ ft(r), W(u)) : (l && (l = !1, c = s ? cr(r) : r), c);
	let f;
	if (o) {
		var p = ie in e || oe in e;
		f = a(e, t)?.set ?? (p && t in e ? (n) => e[t] = n : void 0);
	}
	var m, h = !1;
	o ? [m, h] = _i(() => e[t]) : m = e[t], m === void 0 && r !== void 0 && (m = d(), f && (i && Le(t), f(m)));
	var g = i ? () => {
		var n = e[t];
		return n === void 0 ? d() : (l = !0, n);
	} : () => {
		var n = e[t];
		return n !== void 0 && (c = void 0), n === void 0 ? c : n;
	};
	if (i && !(n & 4)) return g;
	if (f) {
		var _ = e.$$legacy;
		return (function(e, t) {
			return arguments.length > 0 ? ((!i || !t || _ || h) && f(t ? g() : e), e) : g();
		});
	}
	var v = !1, y = (n & 1 ? ft : ht)(() => (v = !1, g()));
	o && W(y);
	var b = U;
	return (function(e, t) {
		if (arguments.length > 0) {
			let n = t ? W(y) : i && o ? Xt(e) : e;
			return F(y, n), v = !0, c !== void 0 && (c = n), e;
		}
		return In && v || b.f & 16384 ? y.v : W(y);
	});
}
var vi = ":root{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light;--bg:#fbfaf8;--panel:#fff;--line:#dedad3;--text:#22211f;--quiet:#6b655d;--cell:#efe9dd;--cell-dark:#e3dac8;--cell-line:#cdc4b4;--way:#a89d8a;--accent:#3b7a57;--accent-ink:#2c6145;--warn:#8a5a00;--danger:#a5341f;--focus:#111;--shade:#14121059;--red:#c8452d;--blue:#2b6cb0;--green:#00805c;--purple:#a8548a;--orange:#c77f00;--sky:#3a93cf;--yellow:#b9a800;--grey:#6e7781;--black:#26241f;--white:#fdfcf9;--red-ink:#8f2a18;--blue-ink:#1b4a7d;color:var(--text);background:var(--bg);font:15px/1.45 system-ui,Noto Sans,DejaVu Sans,sans-serif}:root.dark{--lightningcss-light: ;--lightningcss-dark:initial;color-scheme:dark;--bg:#191817;--panel:#211f1d;--line:#3b3732;--text:#ece8e1;--quiet:#a39c92;--cell:#5b544c;--cell-dark:#4e4841;--cell-line:#39342f;--way:#8d8476;--accent:#7fc29b;--accent-ink:#9ad6b3;--warn:#d9a441;--danger:#f08a74;--focus:#fff;--shade:#0000008c;--red:#e0705a;--blue:#6aa5e0;--green:#3cb892;--purple:#d48ab8;--orange:#e6a332;--sky:#7cc4f2;--yellow:#e3d64d;--grey:#949da6;--black:#0c0b0a;--white:#f4f1ea;--red-ink:#ffb9aa;--blue-ink:#c5e0ff}*,:before,:after{box-sizing:border-box}body{margin:0}#app{min-height:100vh;flex-direction:column;min-height:100dvh;display:flex}a{color:inherit;text-decoration:none}h1,h2,h3,p{margin:0}button,input,select{font:inherit;color:inherit}:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}.quiet{color:var(--quiet)}.sp{flex:1}.button,button.plain{border:1px solid var(--line);cursor:pointer;background:0 0;border-radius:6px;justify-content:center;align-items:center;gap:6px;min-height:38px;padding:6px 12px;display:inline-flex}.button:hover:not(:disabled){border-color:var(--quiet)}.button:disabled{opacity:.45;cursor:default}.button.main{background:var(--accent-ink);border-color:var(--accent-ink);color:#fff}.dark .button.main{color:#14251b}.icon{cursor:pointer;min-width:36px;min-height:36px;color:inherit;background:0 0;border:0;border-radius:6px;justify-content:center;align-items:center;padding:0;display:inline-flex}.link{cursor:pointer;color:var(--quiet);text-underline-offset:3px;background:0 0;border:0;padding:4px 0;text-decoration:underline}.link:hover{color:var(--text)}.field{background:var(--panel);border:1px solid var(--line);border-radius:6px;min-height:38px;padding:7px 10px}.sr{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;position:absolute;overflow:hidden}header.top{border-bottom:1px solid var(--line);align-items:center;gap:20px;height:48px;padding:0 20px;display:flex}header.top .brand{letter-spacing:.02em;font-weight:700}header.top nav{gap:18px;display:flex}@media (max-width:480px){header.top{gap:12px;padding:0 12px}header.top .brand{display:none}header.top nav{white-space:nowrap;gap:14px}}header.top a[aria-current]{box-shadow:0 2px 0 var(--text)}.hue-red{--hue:var(--red)}.hue-blue{--hue:var(--blue)}.hue-green{--hue:var(--green)}.hue-purple{--hue:var(--purple)}.hue-orange{--hue:var(--orange)}.hue-sky{--hue:var(--sky)}.hue-yellow{--hue:var(--yellow)}.hue-grey,.hue-none{--hue:var(--grey)}.hue-black{--hue:var(--black)}.hue-white{--hue:var(--white)}.hue-all{--hue:var(--way)}.board{touch-action:manipulation;-webkit-user-select:none;user-select:none;width:100%;height:100%;display:block;overflow:visible}.board text{text-anchor:middle;pointer-events:none;font-family:system-ui,Noto Sans,DejaVu Sans,Noto Sans Symbols2,sans-serif}.board .face{fill:var(--cell);stroke:var(--cell-line);stroke-width:.03px}.board .dark .face{fill:var(--cell-dark)}.board .place{outline:none}.board .target{cursor:pointer}.board .target:hover .face,.board .place.picked .face{fill:color-mix(in srgb,var(--accent) 24%,var(--cell))}.board .place:focus-visible .face{stroke:var(--focus);stroke-width:.07px}.board .place:focus-visible .touch{stroke:color-mix(in srgb,var(--focus) 30%,transparent)}.board .hinted .face{fill:color-mix(in srgb,var(--accent) 30%,var(--cell))}.board .decided .face{fill:color-mix(in srgb,var(--warn) 20%,var(--cell))}.board .trace{fill:none;stroke:var(--warn);stroke-width:.05px;stroke-linecap:round;stroke-linejoin:round;pointer-events:none}.board .boxed{fill:var(--hue);opacity:.85}.board .boxring{fill:none;stroke:#fff;stroke-width:.05px;opacity:.85}.board .pit{fill:none;stroke:var(--cell-line);stroke-width:.05px}.board .way{fill:none;stroke:var(--way);stroke-width:.045px}.board .coord{fill:var(--quiet);font-size:calc(var(--coord)*1px)}.board .coord.start{text-anchor:start}.board .coord.end,.board .coord.start.swap{text-anchor:end}.board .coord.end.swap{text-anchor:start}.board .side{fill:none;stroke:var(--hue);stroke-width:.13px;stroke-linecap:round;stroke-linejoin:round;pointer-events:none}.board .side.hue-all{stroke-width:.08px}.board .pieces{pointer-events:none}.board .stone{fill:var(--hue);stroke:#00000047;stroke-width:.02px}.board .hue-white .stone{stroke:#3c3428bf;stroke-width:.03px}.dark .board .hue-black .stone{stroke:#ffffff73;stroke-width:.03px}.board .ring{fill:none;stroke:#fff;stroke-width:.06px;opacity:.85}.board .ring.thin{stroke-width:.03px}.board .hue-white .ring,.board .hue-black .ring{display:none}.board .pen{fill:none;stroke:var(--hue);stroke-width:.11px;stroke-linecap:round}.board .block{fill:var(--way)}.board .figure{fill:var(--hue);stroke:#00000080;stroke-width:.018px;paint-order:stroke}.board .hue-white .figure{fill:#fffdf8;stroke:#26241f;stroke-width:.06px}.board .hue-black .figure{fill:#1f1d1a;stroke:#ffffff8c;stroke-width:.04px}.board .hue-none .figure{fill:var(--text);stroke:none}.board .letter{fill:#fff;font-weight:600}.board .hue-white .letter,.board .hue-yellow .letter,.board .hue-sky .letter{fill:#1f1d1a}.dark .board .letter{fill:#1b1917}.dark .board .hue-black .letter{fill:#f4f1ea}.board .letter.bare,.dark .board .letter.bare{fill:var(--text)}.board .count{fill:var(--text);stroke:var(--cell);stroke-width:.07px;paint-order:stroke;font-weight:600}.traits .body{fill:#5d4330;stroke:#0006;stroke-width:.02px}.traits.light .body{fill:#e9c88b}.traits .hollow{fill:var(--cell);stroke:#0006;stroke-width:.02px}.dark .traits:not(.light) .body{fill:#8b6748;stroke:#ffffff8c}.token{width:26px;height:26px;display:block}.board .seed{fill:var(--hue);stroke:#00000040;stroke-width:.012px}.board .heat{fill:var(--hue);pointer-events:all}.board .heatlink{fill:none;stroke:var(--hue);stroke-width:.16px;stroke-linecap:round}.board .heattext{fill:var(--text);text-anchor:middle;pointer-events:none;font-variant-numeric:tabular-nums;stroke:var(--cell);stroke-width:.13px;stroke-linejoin:round;paint-order:stroke;font-weight:600}.board .dot{fill:var(--accent);opacity:.75;pointer-events:none}.board .aim{fill:none;stroke:var(--accent);stroke-width:.05px;stroke-dasharray:.1 .08;pointer-events:none}.board .hint{fill:none;stroke:var(--accent);stroke-width:.06px;pointer-events:none}.board .win{fill:none;stroke:var(--text);stroke-width:.055px;pointer-events:none}.board .win.lost{stroke-width:.03px;stroke-dasharray:.07 .07;opacity:.8}.board .lastdot{fill:#fff;pointer-events:none}.board .lastdot.dark{fill:#26241f}.board .ghost{fill:var(--hue);opacity:.35;pointer-events:none}.board .knot{fill:var(--quiet);pointer-events:none}.board .knot.owned{fill:var(--red)}.board .dual{fill:var(--hue)}.board .touch{fill:#0000;stroke:#0000;stroke-width:.42px;stroke-linecap:butt}.board circle.touch{stroke-width:0}.board .link{fill:none;stroke:var(--hue);stroke-width:.13px;stroke-linecap:round;pointer-events:none}.board .link.free{stroke:var(--way);stroke-width:.05px}.board .link.free.netted{opacity:.3}.board .link.dashed{stroke-dasharray:.02 .22;stroke-width:.1px}.board .link.wish{opacity:0;stroke-width:.13px}.board .place:focus-visible .wish{opacity:.55}@media (hover:hover){.board .edge:hover .wish{opacity:.55}}.board .winlink{fill:none;stroke:var(--text);stroke-width:.03px;pointer-events:none}.board .winlink.dashed{stroke-dasharray:.02 .22;stroke-width:.045px;stroke-linecap:round}@media (hover:hover){.board .cell.target:hover .face{fill:color-mix(in srgb,var(--accent) 20%,var(--cell))}}.games{width:100%;max-width:1500px;margin:0 auto;padding:20px}.filters{flex-wrap:wrap;align-items:center;gap:10px;margin-bottom:18px;display:flex}.filters .field{flex:220px;max-width:380px}.chips{flex-wrap:wrap;gap:10px;display:flex}.chip{border:1px solid var(--line);cursor:pointer;background:0 0;border-radius:999px;min-height:36px;padding:5px 13px}.chips.wrap{flex-wrap:wrap;gap:8px;width:auto;margin:0;padding:0}.chip[aria-pressed=true]{background:var(--text);color:var(--bg);border-color:var(--text)}.cards{grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:18px;margin:0;padding:0;list-style:none;display:grid}.card{border:1px solid var(--line);background:var(--panel);border-radius:10px;flex-direction:column;height:100%;display:flex;overflow:hidden}.card:hover{border-color:var(--quiet)}.card .picture{aspect-ratio:4/3;background:var(--bg);border-bottom:1px solid var(--line);pointer-events:none;justify-content:center;align-items:center;gap:10px;padding:14px;display:flex;overflow:hidden}.pictogram{max-width:100%;height:78%;fill:var(--cell);stroke:var(--way);stroke-width:2.2px;stroke-linejoin:round;stroke-linecap:round}.pictogram .ink{fill:var(--quiet);stroke:none}.pictogram .line{fill:none;stroke-width:1.8px}.pictogram .page{fill:var(--cell)}.pictogram .thick{fill:none;stroke:var(--red);stroke-width:3.4px}.card .picture .board{flex:1 1 0;min-width:0}.card .picture .coord{display:none}.card .words{flex-direction:column;flex:1;gap:3px;padding:10px 14px 13px;display:flex}.card h2{font-size:16px}.card p{color:var(--quiet);font-size:13.5px}.card .facts-line{color:var(--quiet);margin-top:auto;padding-top:5px;font-size:12.5px}.card.own .picture rect{fill:none;stroke:var(--quiet);stroke-width:.8px}.card.own .picture path{fill:none;stroke:var(--quiet);stroke-width:.8px;stroke-linecap:round}.card.own .picture path.plus{stroke:var(--accent);stroke-width:1.6px}.table{flex:1;grid-template-columns:minmax(0,1fr) 330px;gap:24px;width:100%;max-width:max(1600px,165vh);min-height:0;margin:0 auto;padding:20px;display:grid}.stagebox{min-width:0;height:calc(100vh - 88px);min-height:0;justify-content:center;align-items:center;gap:24px;height:calc(100dvh - 88px);display:flex;position:relative}.stagebox .onebox{flex-direction:column;flex:1;min-width:0;height:100%;display:flex}.onebox .svgbox{flex:1;justify-content:center;align-items:center;min-height:0;display:flex}.onebox .caption{text-align:center;color:var(--quiet);font-size:14px}.side-panel{height:calc(100vh - 88px);min-height:0;flex-direction:column;gap:12px;height:calc(100dvh - 88px);padding:1px;display:flex;overflow:hidden auto}.seat{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:9px 12px}.seat.now{border-color:var(--text);box-shadow:inset 3px 0 0 var(--text)}.seat .first{align-items:center;gap:8px;min-width:0;display:flex}.seat .first b{text-transform:capitalize;white-space:nowrap}.seat button.who{text-align:left;padding:0;text-decoration-style:dotted}.seat .who{color:var(--quiet);white-space:nowrap;text-overflow:ellipsis;overflow:hidden}.seat .clock{font-variant-numeric:tabular-nums;margin-left:auto}.seat .score{font-variant-numeric:tabular-nums;margin-left:auto;font-weight:600}.seat.now .clock{font-weight:700}.disc{background:var(--hue);border:1px solid #0003;border-radius:50%;flex:none;width:15px;height:15px;display:inline-block}.disc.odd{box-shadow:inset 0 0 0 3px var(--hue),inset 0 0 0 5px #fff}.disc.hue-white,.disc.hue-black{border-color:var(--quiet);box-shadow:none}.goal{gap:8px;display:flex}.goal .disc{margin-top:3px}.goal b{font-weight:650}.goal span.goaltext{-webkit-line-clamp:3;line-clamp:3;-webkit-box-orient:vertical;display:-webkit-box;overflow:hidden}.goal.open span.goaltext{max-height:40vh;display:block;overflow:auto}.turn{justify-content:space-between;gap:10px;min-height:22px;display:flex}.turn b{white-space:nowrap}.told{border-left:2px solid var(--line);max-height:9.5em;padding-left:10px;overflow:auto}.told p{margin:0 0 4px}.state .told{max-height:45vh}.boardtitle{text-align:center;margin:0 0 4px;font-size:14px}.turn .quiet{text-overflow:ellipsis;white-space:nowrap;overflow:hidden}.result .scores{margin-left:8px}.side-panel h1{font-size:19px;line-height:1.2}.result{border:1px solid var(--text);background:var(--panel);border-radius:8px;padding:10px 12px;font-weight:600}.moves{background:var(--panel);border:1px solid var(--line);border-radius:8px;flex:90px;min-height:64px;padding:6px 0;overflow:auto}.moves ol{margin:0;padding:0;list-style:none}.moves .turnrow{grid-template-columns:42px 1fr 1fr;align-items:baseline;display:grid}.moves .turnrow.many{grid-template-columns:42px 1fr}.moves .n{color:var(--quiet);text-align:right;padding-right:8px;font-size:13px}.moves .ply{text-align:left;cursor:pointer;text-overflow:ellipsis;white-space:nowrap;background:0 0;border:0;border-radius:4px;min-width:0;padding:3px 8px;overflow:hidden}.moves .ply:hover{background:color-mix(in srgb,var(--text) 7%,transparent)}.moves .ply[aria-current]{background:color-mix(in srgb,var(--accent) 18%,transparent);font-weight:700}.moves .ply.future{color:var(--quiet)}.moves .ply.chance{color:var(--quiet);font-style:italic}.moves .others{border-left:2px solid var(--line);grid-column:2/-1;margin-left:8px;padding:0 0 2px 12px;font-size:13px}.moves .others .ply{color:var(--quiet);padding:1px 6px;display:inline}.bar{background:var(--hue-b);border-radius:6px;flex:none;height:22px;position:relative;overflow:hidden}.bar i{background:var(--hue-a);height:100%;transition:width .15s;display:block}.bar span{color:#fff;font-size:13px;font-weight:600;line-height:22px;position:absolute;top:0;left:8px}.dark .bar span{color:#191817}.row{flex-wrap:wrap;gap:8px;display:flex}.row>.button{flex:auto;padding:6px 8px}.row.links{gap:4px 16px}.navrow{align-items:center;gap:4px;display:flex}.navrow .icon{border:1px solid var(--line);flex:1}.navrow .speed{flex:2;min-width:60px}.panels{flex-wrap:wrap;align-items:center;gap:5px 8px;margin-top:6px;display:flex}.panels .ptitle{color:var(--quiet);margin-right:2px;font-size:12.5px}.playing-card{border:1px solid var(--line);background:var(--bg);border-radius:5px;justify-content:center;align-items:center;min-width:30px;height:38px;padding:0 6px;font-size:14px;font-weight:600;display:inline-flex}.playing-card.down{background:repeating-linear-gradient(45deg,var(--cell),var(--cell) 4px,var(--cell-dark) 4px,var(--cell-dark) 8px);color:var(--text)}.playing-card small,.fact small,.sentence small{color:var(--quiet);margin-left:3px;font-weight:500}button.playing-card,button.fact{cursor:pointer;border-color:var(--quiet);color:inherit;align-items:center;min-height:38px}button.playing-card:hover,button.fact:hover,.suggested{border-color:var(--accent-ink);background:color-mix(in srgb,var(--accent) 18%,var(--panel))}.sentence{flex-basis:100%}.die{width:34px;height:34px}.die rect{fill:var(--panel);stroke:var(--quiet);stroke-width:1.2px}.die circle{fill:var(--text)}.fact{border:1px solid var(--line);background:var(--panel);border-radius:5px;gap:5px;padding:1px 7px;font-size:13.5px;display:inline-flex}.choices{flex-direction:column;flex:none;gap:6px;max-height:45%;display:flex;overflow:auto}.choices.wide{max-height:none}.choices .list{flex-wrap:wrap;gap:6px;display:flex}.choices .button{text-align:left;justify-content:flex-start}.state{flex:1;grid-template-columns:minmax(0,1.25fr) minmax(0,1fr);align-self:stretch;gap:40px;max-width:1040px;min-height:0;margin:0 auto;padding:clamp(8px,7vh,72px) 0 8px;font-size:16px;display:grid}.state section{flex-direction:column;gap:10px;min-height:0;display:flex}.state h2{font-size:17px;font-weight:650}.state .scroll{flex-direction:column;gap:8px;padding:2px;display:flex;overflow:auto}.state .scroll .button{text-align:left;background:var(--panel);justify-content:flex-start;width:100%}.factgroup{border-bottom:1px solid var(--line);padding-bottom:8px}.factgroup h2{text-transform:capitalize;align-items:center;gap:8px;display:flex}.factgroup .panels{margin-top:8px}.factgroup .ptitle{min-width:100px;font-size:15px}.factgroup .playing-card{min-width:44px;height:60px;font-size:19px}.factgroup .die{width:48px;height:48px}.factgroup .fact{padding:4px 10px;font-size:15px}.tick{color:var(--accent-ink)}.beside{flex:none;max-height:38%;overflow:auto}.curtain{background:var(--bg);z-index:3;text-align:center;flex-direction:column;justify-content:center;align-items:center;gap:16px;display:flex;position:absolute;inset:0}.chooser{z-index:4;background:var(--panel);border:1px solid var(--text);max-width:320px;max-height:70%;box-shadow:0 6px 30px var(--shade);border-radius:8px;flex-direction:column;gap:6px;padding:8px;display:flex;position:absolute;top:50%;left:50%;overflow:auto;transform:translate(-50%,-50%)}.chooser p{color:var(--quiet);padding:2px 4px;font-size:13.5px}.toast{background:var(--text);width:max-content;color:var(--bg);z-index:10;border-radius:8px;max-width:92vw;padding:9px 16px;position:fixed;bottom:22px;left:50%;transform:translate(-50%)}.toast code,.said code{font:.93em ui-monospace,DejaVu Sans Mono,monospace}.offline{background:var(--warn);color:#fff;text-align:center;padding:3px 10px;font-size:14px}.dark .offline{color:#191817}dialog{border:1px solid var(--line);background:var(--panel);color:var(--text);border-radius:12px;width:min(540px,100vw - 24px);max-height:calc(100dvh - 24px);padding:0}dialog::backdrop{background:var(--shade)}dialog form,dialog .inside{flex-direction:column;gap:14px;padding:20px;display:flex}dialog h2{font-size:18px}dialog fieldset{border:0;flex-direction:column;gap:8px;margin:0;padding:0;display:flex}dialog legend{margin-bottom:6px;padding:0;font-weight:600}dialog .optionrow{justify-content:space-between;align-items:center;gap:10px;display:flex}dialog .optionrow>span{min-width:0}dialog .optionrow .field{max-width:230px}dialog input[type=number]{width:96px}.linkbox{gap:8px;display:flex}.linkbox .field{flex:1;min-width:0}.list-page .none{flex-direction:column;align-items:flex-start;gap:12px;padding:20px 0;display:flex}.list-page{flex-direction:column;gap:14px;width:100%;max-width:760px;margin:0 auto;padding:20px;display:flex}.list-page ul{flex-direction:column;gap:8px;margin:0;padding:0;list-style:none;display:flex}.list-page li{align-items:center;gap:12px;display:flex}.capital:first-letter{text-transform:capitalize}.list-page li a:first-child{border:1px solid var(--line);background:var(--panel);border-radius:8px;flex-wrap:wrap;flex:1;align-items:baseline;gap:2px 12px;padding:10px 14px;display:flex}.list-page li a:hover{border-color:var(--quiet)}.wait h1{color:var(--text);font-size:20px}.wait{color:var(--quiet);text-align:center;flex-direction:column;align-items:center;gap:12px;margin:auto;padding:60px 20px;display:flex}@media (max-width:860px){.board .coord{font-size:calc(var(--coord)*1.55px)}.chips{flex-wrap:nowrap;width:calc(100% + 24px);margin:0 -12px;padding:0 28px 4px 12px;overflow-x:auto;-webkit-mask-image:linear-gradient(90deg,#000 calc(100% - 36px),#0000);mask-image:linear-gradient(90deg,#000 calc(100% - 36px),#0000)}.chip{white-space:nowrap;flex:none}.filters .field{max-width:none}header.top{gap:14px;padding:0 12px}header.top nav{gap:14px}.games{padding:12px}.cards{grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:10px}.card .words{padding:8px 10px 10px}.card .picture{padding:8px}.card p{display:none}.table{grid-template-columns:minmax(0,1fr);gap:10px;padding:8px 10px 20px}.stagebox{flex-direction:column;gap:6px;height:auto}.stagebox .onebox{flex:none;width:100%;height:auto}.onebox .svgbox svg{height:auto;max-height:72vh}.side-panel{gap:10px;height:auto}.moves{flex:none;max-height:150px}.state{grid-template-columns:minmax(0,1fr);gap:16px;width:100%;padding:4px 0}.factgroup .panels:has(.playing-card) .ptitle{flex-basis:100%}.choices{max-height:none}}@media (min-width:2600px){:root{--code-size:19px;font-size:20px}header.top{height:64px;padding:0 30px}.games{max-width:3400px;padding:30px}.cards{grid-template-columns:repeat(auto-fill,minmax(340px,1fr));gap:28px}.card h2{font-size:22px}.card p{font-size:18px}.card .facts-line{font-size:16px}.filters .field{flex-basis:320px;max-width:560px}.table{grid-template-columns:minmax(0,1fr) 480px;gap:36px;padding:30px}.side-panel{gap:18px}.side-panel h1{font-size:28px}.stagebox,.side-panel{height:calc(100vh - 124px);height:calc(100dvh - 124px)}.state{gap:64px;max-width:1700px;font-size:22px}.state h2{font-size:24px}.factgroup .ptitle,.factgroup .fact{font-size:20px}.factgroup .playing-card{min-width:66px;height:90px;font-size:28px}.moves .n,.panels .ptitle,.onebox .caption,.boardtitle{font-size:18px}.list-page,dialog{width:min(900px,100vw - 24px)}.list-page{max-width:1100px}}@media (prefers-reduced-motion:reduce){*{transition:none!important}}", yi = class {
	#e = /* @__PURE__ */ P(/* @__PURE__ */ new Map());
	get templates() {
		return W(this.#e);
	}
	set templates(e) {
		F(this.#e, e);
	}
	#t = /* @__PURE__ */ P({});
	get renderers() {
		return W(this.#t);
	}
	set renderers(e) {
		F(this.#t, e);
	}
	markup(e, t) {
		let { kind: n, seat: r, glyph: i, copies: a } = e;
		return this.renderers[n]?.({
			kind: n,
			seat: r,
			glyph: i,
			copies: a,
			place: t
		}) ?? this.templates.get(`${r}:${n}`) ?? this.templates.get(n);
	}
}, bi = Symbol("looks"), xi = (e) => void Ke(bi, e), Si = () => Ge(bi), Ci = (e, t) => e[0] === t[0] && e[1] === t[1], wi = (e) => `${e[0]}:${e[1]}`;
function Ti(e, t) {
	return e.cells[t] || (e.edges[t - e.cells.length] ?? {
		x: 0,
		y: 0
	});
}
function Ei(e, t) {
	return e.cells[t]?.name ?? e.edges[t - e.cells.length]?.name ?? "";
}
function Di(e, t, n, r, i) {
	let a = Ti(e, t), o, s = Infinity;
	for (let t of n) {
		let n = Ti(e, t), c = (n.x - a.x) * r + (n.y - a.y) * i, l = Math.abs((n.x - a.x) * i - (n.y - a.y) * r);
		if (c < .05 || l > c * 1.8) continue;
		let u = c + 2 * l;
		u < s - 1e-6 && (s = u, o = t);
	}
	return o;
}
function Oi(e, t) {
	let n = /* @__PURE__ */ new Map();
	for (let r of e) {
		if (r.at[0] !== t) continue;
		let e = n.get(r.at[1]);
		e ? e.push(r) : n.set(r.at[1], [r]);
	}
	return n;
}
function ki(e) {
	let [t, n, r, i] = e, [a, o, s, c] = [
		(t + r) / 2,
		(n + i) / 2,
		(r - t) / 2,
		(i - n) / 2
	];
	return [
		a - c,
		o + s,
		a + c,
		o - s
	];
}
var Ai = /* @__PURE__ */ new Set([
	"●",
	"○",
	"⬤",
	"◯",
	"•",
	"⚫",
	"⚪",
	"◉",
	"◎"
]), ji = /* @__PURE__ */ new Set([
	"-",
	"|",
	"/",
	"\\",
	"─",
	"│",
	"━",
	"┃",
	"╱",
	"╲",
	"—",
	"–",
	"="
]), Mi = /* @__PURE__ */ new Set([
	"x",
	"X",
	"✕",
	"✖",
	"×",
	"╳"
]), Ni = /* @__PURE__ */ new Set([
	"o",
	"O",
	"◯",
	"○",
	"⭘"
]), Pi = /* @__PURE__ */ new Set([
	"█",
	"■",
	"▇",
	"#"
]), Fi = /* @__PURE__ */ new Set([
	"blank",
	"open",
	"free",
	"empty",
	"hole",
	"fog",
	"water",
	"unvisited"
]), Ii = /* @__PURE__ */ new Set([
	"man",
	"men",
	"stone",
	"disc",
	"piece",
	"token",
	"counter",
	"checker",
	"marble",
	"pawn",
	"mark",
	"box"
]), Li = (e) => e.glyph.length === 1 && e.glyph.toLowerCase() === e.kind[0]?.toLowerCase(), Ri = {
	king: "♚",
	queen: "♛",
	rook: "♜",
	bishop: "♝",
	knight: "♞",
	pawn: "♟",
	at: "●",
	seen: "◌",
	visited: "◌",
	crate: "▣",
	box: "▣",
	wall: "█"
}, zi = (e) => e.seat === null && Li(e) ? Ri[e.kind] ?? e.glyph : e.glyph;
function Bi(e) {
	let t = e.filter((e) => !(e.seat === null && Fi.has(e.kind) && Li(e)));
	return t.some((e) => e.seat !== null) ? t.filter((e) => e.seat !== null || !Li(e)) : t;
}
var Vi = (e) => e.kind === "seed" && /^\d+$/.test(e.glyph) || e.glyph === String(e.copies) && e.copies !== 1, Hi = (e) => Vi(e) ? Math.max(e.copies, Number(e.glyph)) : e.copies, Ui = [
	["tall", "short"],
	["dark", "light"],
	["round", "square"],
	["solid", "hollow"]
];
function Wi(e) {
	let t = new Set(e);
	return t.size !== Ui.length || !Ui.every(([e, n]) => t.has(e) !== t.has(n)) ? null : {
		tall: t.has("tall"),
		dark: t.has("dark"),
		round: t.has("round"),
		solid: t.has("solid")
	};
}
function Gi(e, t) {
	let n = zi(e);
	return Vi(e) ? "seeds" : Pi.has(n) ? "block" : e.seat !== null && t && Mi.has(n) ? "cross" : e.seat !== null && t && Ni.has(n) ? "nought" : Ai.has(n) || n === "◌" || e.seat !== null && Ii.has(e.kind) && n.length === 1 && /[a-z]/i.test(n) ? "disc" : ji.has(n) ? "line" : /\p{Extended_Pictographic}|[\u2600-\u27bf\u25a0-\u25ff]/u.test(n) ? "figure" : "letter";
}
function Ki(e) {
	return e.some((e) => e.seat !== null && Mi.has(e.glyph));
}
//#endregion
//#region src/protocol/client.ts
var qi = class extends Error {}, Ji = class {
	url;
	epoch = 0;
	socket = null;
	next = 1;
	waiting = /* @__PURE__ */ new Map();
	watchers = /* @__PURE__ */ new Map();
	reconnects = /* @__PURE__ */ new Set();
	states = /* @__PURE__ */ new Set();
	tries = 0;
	greeted = !1;
	wasConnected = !1;
	closed = !1;
	constructor(e) {
		this.url = e, this.connect();
	}
	connect() {
		let e = new WebSocket(this.url);
		this.socket = e, this.greeted = !1, e.onmessage = (e) => this.receive(JSON.parse(String(e.data))), e.onclose = () => {
			if (!(this.closed || this.socket !== e)) {
				this.socket = null, this.greeted = !1;
				for (let e of this.states) e(!1);
				for (let [e, { reject: t, sent: n }] of [...this.waiting]) n && (this.waiting.delete(e), t(/* @__PURE__ */ Error("the connection was lost")));
				this.tries += 1, setTimeout(() => this.connect(), Math.min(5e3, 200 * 2 ** Math.min(this.tries, 5)));
			}
		};
	}
	receive(e) {
		switch (e.is) {
			case "welcome":
				if (e.v !== 1 && location.reload(), this.greeted = !0, this.epoch += 1, this.tries = 0, this.wasConnected) for (let e of this.reconnects) e();
				this.wasConnected = !0;
				for (let e of this.waiting.values()) e.sent ||= (this.socket?.send(e.text), !0);
				for (let e of this.states) e(!0);
				break;
			case "answer":
				this.settle(e.id)?.resolve(e.answer);
				break;
			case "refused":
				this.settle(e.id)?.reject(new qi(e.why));
				break;
			case "update": for (let t of this.watchers.get(e.id) ?? []) t(e.view);
		}
	}
	settle(e) {
		let t = this.waiting.get(e);
		return this.waiting.delete(e), t;
	}
	ask(e, t) {
		let n = this.next++, r = JSON.stringify({
			v: 1,
			id: n,
			call: e
		});
		return new Promise((e, i) => {
			this.waiting.set(n, {
				text: r,
				sent: this.greeted,
				reject: i,
				resolve: (n) => n.answer === t ? e(n) : i(/* @__PURE__ */ Error(`an answer of the wrong kind: ${n.answer}`))
			}), this.greeted && this.socket?.send(r);
		});
	}
	watch(e, t) {
		let n = this.watchers.get(e) ?? /* @__PURE__ */ new Set();
		return n.add(t), this.watchers.set(e, n), () => {
			n.delete(t), n.size === 0 && this.watchers.delete(e);
		};
	}
	onReconnect(e) {
		return this.reconnects.add(e), () => this.reconnects.delete(e);
	}
	onState(e) {
		return this.states.add(e), () => this.states.delete(e);
	}
	close() {
		this.closed = !0, this.socket?.close();
	}
};
function Yi(e) {
	let t = new URL("ws", e);
	return t.protocol = t.protocol === "https:" ? "wss:" : "ws:", t.hash = "", t.search = "", t.href;
}
//#endregion
//#region src/play/match.svelte.ts
var Xi = (e, t) => e.places.length > 1 && Ci(e.places.at(-1), t), Zi = class {
	workbench;
	id;
	token;
	#e = /* @__PURE__ */ P(null);
	get face() {
		return W(this.#e);
	}
	set face(e) {
		F(this.#e, e);
	}
	#t = /* @__PURE__ */ P(null);
	get live() {
		return W(this.#t);
	}
	set live(e) {
		F(this.#t, e);
	}
	#n = /* @__PURE__ */ P(null);
	get past() {
		return W(this.#n);
	}
	set past(e) {
		F(this.#n, e);
	}
	#r = /* @__PURE__ */ P([]);
	get line() {
		return W(this.#r);
	}
	set line(e) {
		F(this.#r, e);
	}
	#i = /* @__PURE__ */ P([]);
	get clicked() {
		return W(this.#i);
	}
	set clicked(e) {
		F(this.#i, e);
	}
	#a = /* @__PURE__ */ P(null);
	get goal() {
		return W(this.#a);
	}
	set goal(e) {
		F(this.#a, e);
	}
	#o = /* @__PURE__ */ P([]);
	get offered() {
		return W(this.#o);
	}
	set offered(e) {
		F(this.#o, e);
	}
	#s = /* @__PURE__ */ P(null);
	get hint() {
		return W(this.#s);
	}
	set hint(e) {
		F(this.#s, e);
	}
	#c = /* @__PURE__ */ P(null);
	get value() {
		return W(this.#c);
	}
	set value(e) {
		F(this.#c, e, !0);
	}
	#l = /* @__PURE__ */ P("");
	get problem() {
		return W(this.#l);
	}
	set problem(e) {
		F(this.#l, e, !0);
	}
	#u = /* @__PURE__ */ P("");
	get said() {
		return W(this.#u);
	}
	set said(e) {
		F(this.#u, e, !0);
	}
	#d = /* @__PURE__ */ P(!1);
	get thinking() {
		return W(this.#d);
	}
	set thinking(e) {
		F(this.#d, e, !0);
	}
	#f = /* @__PURE__ */ P(0);
	get came() {
		return W(this.#f);
	}
	set came(e) {
		F(this.#f, e, !0);
	}
	stop = [];
	count = 0;
	look = null;
	peeks = 0;
	constructor(e, t, n) {
		this.workbench = e, this.id = t, this.token = n, this.stop.push(e.watch(t, (e) => this.take(e))), this.stop.push(e.onReconnect(() => void this.join()));
	}
	get view() {
		return this.past ?? this.live;
	}
	#p = /* @__PURE__ */ M(() => {
		let e = (this.view?.choices ?? []).filter((e) => e.places.length > 0), [t] = e;
		if (!t) return [];
		let n = Math.min(...e.map((e) => e.places.length)) - 1, r = 0;
		for (; r < n && e.every((e) => Ci(e.places[r], t.places[r]));) r += 1;
		return t.places.slice(0, r);
	});
	get forced() {
		return W(this.#p);
	}
	set forced(e) {
		F(this.#p, e);
	}
	get picked() {
		return this.goal ? [this.goal] : this.clicked.length ? this.clicked : this.forced;
	}
	set picked(e) {
		this.clicked = e, this.goal = null;
	}
	get kind() {
		let e = this.view?.choices ?? [], [t] = e;
		if (!t) return "";
		let n = t.name.split(" ")[0];
		if (e.some((e) => e.name.split(" ")[0] !== n)) return "";
		let r = t.text.split(" "), i = 0;
		for (; i < r.length && e.every((e) => e.text.split(" ")[i] === r[i]);) i += 1;
		return i === r.length ? t.text : i ? `${r.slice(0, i).join(" ")} …` : "";
	}
	story(e) {
		let t = this.line.findIndex((e) => e.node === this.view?.node);
		if (t < 0) return this.line.length && this.view?.node !== 0 ? [] : this.face?.intro ?? [];
		let n = t;
		for (; !this.past && n > 0 && this.line[n]?.seat !== e;) --n;
		return this.line.slice(n, t + 1).flatMap((e) => e.told).slice(-8);
	}
	async join(e = this.look) {
		this.look = e;
		try {
			let t = await this.workbench.ask({
				do: "join",
				id: this.id,
				token: this.token,
				look: e
			}, "joined");
			this.begin(t.face, t.view);
		} catch (e) {
			e instanceof qi && (this.problem = e.message);
		}
	}
	begin(e, t) {
		this.face = e, this.live = null, this.line = [], this.problem = "", this.take(t);
	}
	take(e) {
		if (this.live && e.version < this.live.version) return;
		this.line = [...this.line.slice(0, e.line.keep), ...e.line.items];
		let t = this.live?.node !== e.node;
		this.live = e, this.came = performance.now(), t && (this.past = null, this.drop(), this.hint = null);
	}
	drop() {
		this.clicked = [], this.goal = null, this.offered = [];
	}
	leave() {
		for (let e of this.stop) e();
		this.workbench.ask({
			do: "leave",
			id: this.id
		}, "done").catch(() => void 0);
	}
	async act(e) {
		if (!this.live) return !1;
		this.count += 1;
		let t = `${Date.now().toString(36)}-${this.count}-${Math.random().toString(36).slice(2, 8)}`, { node: n } = this.live, { epoch: r } = this.workbench, i = () => this.workbench.ask({
			do: "act",
			id: this.id,
			version: this.live?.version ?? 0,
			key: t,
			action: e
		}, "done");
		try {
			try {
				await i();
			} catch (e) {
				if (e instanceof qi && this.workbench.epoch === r) throw e;
				await this.join(), this.live?.node === n && await i();
			}
			return !0;
		} catch (e) {
			return e instanceof Error && this.say(`${e.message[0]?.toUpperCase() ?? ""}${e.message.slice(1)}.`), !1;
		} finally {
			this.drop();
		}
	}
	sayer = 0;
	say(e) {
		this.said = e.replace(/\.\.$/, "."), clearTimeout(this.sayer), this.sayer = window.setTimeout(() => this.said = "", 3500);
	}
	play(e) {
		this.said = "", this.drop();
		let t = this.past && this.past.node !== this.live?.node ? this.past.node : null;
		this.act({
			act: "move",
			name: e.name,
			node: t
		});
	}
	get fitting() {
		let { view: e, picked: t, goal: n } = this;
		return n ? (e?.choices ?? []).filter((e) => Xi(e, n)) : (e?.choices ?? []).filter((e) => t.every((t, n) => e.places[n] && Ci(e.places[n], t)));
	}
	get targets() {
		let e = /* @__PURE__ */ new Map();
		if (this.goal) {
			for (let t of this.fitting) e.set(wi(t.places[0]), t.places[0]);
			return e;
		}
		for (let t of this.fitting) {
			let n = t.places[this.picked.length];
			n && e.set(wi(n), n);
			let r = t.places.at(-1);
			this.picked.length && n && r && e.set(wi(r), r);
		}
		return e;
	}
	get ambiguous() {
		return this.offered.length ? this.offered : !this.picked.length || this.goal ? [] : this.fitting.filter((e) => e.places.length === this.picked.length);
	}
	choicesWith(e) {
		let t = ` ${e.toLowerCase()} `;
		return (this.view?.choices ?? []).filter((e) => e.places.length === 0 && ` ${e.text.toLowerCase()} `.includes(t));
	}
	pick(e, t) {
		let { view: n } = this;
		if (this.past !== null || !n || e.seat !== null && e.seat !== n.look) return null;
		let r = this.choicesWith(t.text);
		return r.length && e.items.every((e) => this.choicesWith(e.text).length) ? () => this.offer(r) : null;
	}
	covers(e) {
		let t = (this.view?.panels ?? []).flatMap((e) => e.items.filter((t) => this.pick(e, t)));
		return e.every((e) => t.some((t) => this.choicesWith(t.text).includes(e)));
	}
	offer(e) {
		let [t] = e;
		t && e.length === 1 ? this.play(t) : this.offered = e;
	}
	async click(e, t) {
		let { picked: n, view: r } = this;
		if (!r) return;
		if (this.offered = [], this.goal) {
			let n = this.fitting.filter((t) => Ci(t.places[0], e)), r = Ci(this.goal, e);
			return this.drop(), this.said = "", n.length ? this.offer(n) : r ? void 0 : this.click(e, t);
		}
		let i = n.at(-1);
		if (i && Ci(i, e) && !this.targets.has(wi(e))) {
			this.picked = n.slice(0, -1);
			return;
		}
		if (this.targets.has(wi(e))) {
			this.said = "";
			let { fitting: t } = this, r = t.filter((t) => t.places[n.length] && Ci(t.places[n.length], e)), [i] = r;
			if (!i) {
				let r = t.filter((t) => t.places.length > n.length && Ci(t.places.at(-1), e)), [i] = r;
				i && r.length === 1 ? this.play(i) : i && (this.picked = [...i.places]);
				return;
			}
			this.picked = [...n, e];
			let a = r.filter((e) => e.places.length === this.picked.length), [o] = a;
			o && a.length === 1 && (n.length > 0 || r.length === 1) ? this.play(o) : r.length === 1 && n.length > 0 && this.play(i);
			return;
		}
		if (this.clicked.length && (this.picked = [], this.targets.has(wi(e)))) return this.click(e, t);
		if (!this.forced.length && r.choices.some((t) => Xi(t, e))) {
			this.goal = e;
			let n = this.fitting.map((e) => this.nameOf(e.places[0])).filter((e, t, n) => e && n.indexOf(e) === t);
			this.say(n.length > 3 ? `A move leads to ${t}: now click where it begins.` : `A move leads to ${t}: now click ${n.join(" or ")}.`);
			return;
		}
		let a = t.replace(/\d+$/, ""), o = r.choices.filter((e) => e.places.length === 1 && (e.name === a || e.text === a));
		if (a !== t && o.length === 1 && o[0]) return this.play(o[0]);
		try {
			let t = await this.workbench.ask({
				do: "whyNot",
				id: this.id,
				before: n,
				place: e
			}, "text");
			this.say(t.text);
		} catch {}
	}
	nameOf([e, t]) {
		let n = this.face?.boards[e];
		return n ? Ei(n, t) : "";
	}
	async peek(e) {
		if (!this.live) return;
		let t = ++this.peeks;
		if (this.drop(), this.hint = null, e === this.live.node) this.past = null;
		else try {
			let n = await this.workbench.ask({
				do: "peek",
				id: this.id,
				node: e
			}, "seen");
			t === this.peeks && (this.past = n.view);
		} catch (e) {
			e instanceof Error && this.say(e.message);
		}
	}
	step(e) {
		let t = this.line.findIndex((e) => e.node === this.view?.node) + e;
		if (t < -1) return Promise.resolve();
		let n = t === -1 ? 0 : this.line[t]?.node;
		return n === void 0 ? Promise.resolve() : this.peek(n);
	}
	async askHint() {
		this.thinking = !0;
		try {
			let { hint: e } = await this.workbench.ask({
				do: "hint",
				id: this.id
			}, "hint");
			this.hint = e, this.setValue(e);
		} catch (e) {
			e instanceof Error && this.say(`${e.message[0]?.toUpperCase() ?? ""}${e.message.slice(1)}.`);
		} finally {
			this.thinking = !1;
		}
	}
	async evaluate() {
		let e = this.live?.node;
		try {
			let { hint: t } = await this.workbench.ask({
				do: "evaluate",
				id: this.id
			}, "hint");
			this.live?.node === e && this.setValue(t);
		} catch {}
	}
	setValue(e) {
		if (e.value === null) return;
		let t = (e.value + 1) / 2;
		this.value = {
			node: e.node,
			share: e.seat === 0 ? t : 1 - t,
			proven: e.proven
		};
	}
};
function Qi(e) {
	let t = new Map(e.map((e) => [e.name, e.text]));
	for (let n of e) {
		let r = e.filter((e) => e.text === n.text);
		if (r.length < 2) continue;
		let i = n.name.split(" ").filter((e) => !r.every((t) => t.name.split(" ").includes(e)));
		i.length && t.set(n.name, `${n.text}: ${i.join(" ")}`);
	}
	return t;
}
//#endregion
//#region node_modules/svelte/src/internal/disclose-version.js
typeof window < "u" && ((window.__svelte ??= {}).v ??= /* @__PURE__ */ new Set()).add("5");
//#endregion
//#region src/boards/Traits.svelte
var $i = /* @__PURE__ */ K("<circle class=\"body\"></circle>"), ea = /* @__PURE__ */ K("<rect class=\"body\"></rect>"), ta = /* @__PURE__ */ K("<circle class=\"hollow\"></circle>"), na = /* @__PURE__ */ K("<g><!><!></g>");
function ra(e, t) {
	qe(t, !0);
	let n = /* @__PURE__ */ M(() => t.radius * (t.traits.tall ? 1 : .66));
	var r = na();
	let i;
	var a = L(r), o = (e) => {
		var r = $i();
		V(() => {
			Q(r, "cx", t.x), Q(r, "cy", t.y), Q(r, "r", W(n));
		}), q(e, r);
	}, s = (e) => {
		var r = ea();
		V(() => {
			Q(r, "x", t.x - W(n) * .9), Q(r, "y", t.y - W(n) * .9), Q(r, "width", W(n) * 1.8), Q(r, "height", W(n) * 1.8), Q(r, "rx", W(n) * .08);
		}), q(e, r);
	};
	Y(a, (e) => {
		t.traits.round ? e(o) : e(s, -1);
	});
	var c = B(a), l = (e) => {
		var r = ta();
		V(() => {
			Q(r, "cx", t.x), Q(r, "cy", t.y), Q(r, "r", W(n) * .48);
		}), q(e, r);
	};
	Y(c, (e) => {
		t.traits.solid || e(l);
	}), k(r), V(() => i = Z(r, 0, "traits", null, i, { light: !t.traits.dark })), q(e, r), Je();
}
//#endregion
//#region src/boards/Piece.svelte
var ia = /* @__PURE__ */ K("<g class=\"piece\" part=\"piece\"><!></g>"), aa = /* @__PURE__ */ K("<svg viewBox=\"0 0 1 1\"></svg>"), oa = /* @__PURE__ */ K("<path class=\"pen\"></path>"), sa = /* @__PURE__ */ K("<circle class=\"pen\"></circle>"), ca = /* @__PURE__ */ K("<rect class=\"block\"></rect>"), la = /* @__PURE__ */ K("<text class=\"figure\"> </text>"), ua = /* @__PURE__ */ K("<circle class=\"seed\"></circle>"), da = /* @__PURE__ */ K("<circle class=\"pit\"></circle>"), fa = /* @__PURE__ */ K("<circle class=\"ring\"></circle>"), pa = /* @__PURE__ */ K("<circle class=\"stone\"></circle><!>", 1), ma = /* @__PURE__ */ K("<circle class=\"ring thin\"></circle>"), ha = /* @__PURE__ */ K("<!><text> </text>", 1), ga = /* @__PURE__ */ K("<text class=\"count\" font-size=\"0.2\"> </text>"), _a = /* @__PURE__ */ K("<text class=\"letter\"> </text>"), va = /* @__PURE__ */ K("<text class=\"count\"> </text>"), ya = /* @__PURE__ */ K("<g part=\"piece\"><!><!></g>"), ba = /* @__PURE__ */ K("<text class=\"letter bare\"> </text>"), xa = /* @__PURE__ */ K("<!><!>", 1), Sa = /* @__PURE__ */ K("<g><!></g>");
function Ca(e, t) {
	qe(t, !0);
	let n = $(t, "place", 3, ""), r = $(t, "crosses", 3, !1), i = $(t, "ghost", 3, !1), a = /* @__PURE__ */ M(() => Bi(t.pieces)), o = Si(), s = /* @__PURE__ */ M(() => Wi(W(a).map((e) => e.kind))), c = /* @__PURE__ */ M(() => W(a).length <= 1 ? 1 : W(a).length <= 4 ? 2 : 3), l = /* @__PURE__ */ M(() => W(a).length > 9 ? 8 : W(a).length), u = /* @__PURE__ */ M(() => W(c) > 1 ? 2.1 * t.radius / W(c) : 0), d = /* @__PURE__ */ M(() => Math.ceil(Math.min(W(a).length, 9) / W(c))), f = (e) => ({
		x: t.x + (e % W(c) - (W(c) - 1) / 2) * W(u),
		y: t.y + (Math.floor(e / W(c)) - (W(d) - 1) / 2) * W(u),
		r: W(c) > 1 ? W(u) * .44 : t.radius
	}), p = (e) => e.seat === null ? "none" : t.hues[e.seat] ?? "none", m = (e) => Gi(e, r()), h = (e) => e.replace(/[\u2654-\u2659]/g, (e) => String.fromCharCode(e.charCodeAt(0) + 6)) + "︎", g = (e, t) => Math.min(1.5 * t, 2.6 * t / Math.max(1.2, [...e].length)), _ = (e, t) => Array.from({ length: Math.min(e, 12) }, (n, r) => {
		let i = t * .72 * Math.sqrt((r + .5) / Math.max(3, Math.min(e, 12))), a = r * 2.399963;
		return {
			x: i * Math.cos(a),
			y: i * Math.sin(a)
		};
	});
	var v = Sa();
	let y;
	var b = L(v), x = (e) => {
		var n = ia(), r = L(n);
		{
			let e = /* @__PURE__ */ M(() => t.radius * 1.08);
			ra(r, {
				get traits() {
					return W(s);
				},
				get x() {
					return t.x;
				},
				get y() {
					return t.y;
				},
				get radius() {
					return W(e);
				}
			});
		}
		k(n), V((e) => Q(n, "data-kind", e), [() => W(a).map((e) => e.kind).join(" ")]), q(e, n);
	}, S = (e) => {
		var t = xa(), r = R(t);
		X(r, 17, () => W(a).slice(0, W(l)), Rr, (e, t, r) => {
			let i = /* @__PURE__ */ M(() => f(r)), a = /* @__PURE__ */ M(() => m(W(t))), s = /* @__PURE__ */ M(() => o?.markup(W(t), n()));
			var c = ya(), l = L(c), u = (e) => {
				var t = aa();
				qr(t, () => W(s), !0), k(t), V(() => {
					Q(t, "x", W(i).x - W(i).r), Q(t, "y", W(i).y - W(i).r), Q(t, "width", 2 * W(i).r), Q(t, "height", 2 * W(i).r);
				}), q(e, t);
			}, d = (e) => {
				var t = oa();
				V(() => Q(t, "d", `M${W(i).x - W(i).r * .72} ${W(i).y - W(i).r * .72}l${W(i).r * 1.44} ${W(i).r * 1.44}m0 ${-W(i).r * 1.44}l${-W(i).r * 1.44} ${W(i).r * 1.44}`)), q(e, t);
			}, v = (e) => {
				var t = sa();
				V(() => {
					Q(t, "cx", W(i).x), Q(t, "cy", W(i).y), Q(t, "r", W(i).r * .76);
				}), q(e, t);
			}, y = (e) => {
				var t = ca();
				V(() => {
					Q(t, "x", W(i).x - W(i).r * 1.28), Q(t, "y", W(i).y - W(i).r * 1.28), Q(t, "width", W(i).r * 2.56), Q(t, "height", W(i).r * 2.56);
				}), q(e, t);
			}, b = (e) => {
				var n = la(), r = z(n, !0);
				V((e) => {
					Q(n, "x", W(i).x), Q(n, "y", W(i).y + W(i).r * .78), Q(n, "font-size", W(i).r * 2.2), J(r, e);
				}, [() => h(zi(W(t)))]), q(e, n);
			}, x = (e) => {
				var n = Dr();
				X(R(n), 17, () => _(Hi(W(t)), W(i).r), Rr, (e, t) => {
					var n = ua();
					V(() => {
						Q(n, "cx", W(i).x + W(t).x), Q(n, "cy", W(i).y + W(t).y), Q(n, "r", W(i).r * .2);
					}), q(e, n);
				}), q(e, n);
			}, S = (e) => {
				var t = da();
				V(() => {
					Q(t, "cx", W(i).x), Q(t, "cy", W(i).y), Q(t, "r", W(i).r * .45);
				}), q(e, t);
			}, ee = /* @__PURE__ */ M(() => zi(W(t)) === "◌"), C = (e) => {
				var n = pa(), r = R(n), a = B(r), o = (e) => {
					var t = fa();
					V(() => {
						Q(t, "cx", W(i).x), Q(t, "cy", W(i).y), Q(t, "r", W(i).r * .48);
					}), q(e, t);
				};
				Y(a, (e) => {
					W(t).seat !== null && W(t).seat % 2 == 1 && e(o);
				}), V(() => {
					Q(r, "cx", W(i).x), Q(r, "cy", W(i).y), Q(r, "r", W(i).r);
				}), q(e, n);
			}, te = (e) => {
				var n = ha(), r = R(n), a = (e) => {
					var n = pa(), r = R(n), a = B(r), o = (e) => {
						var t = ma();
						V(() => {
							Q(t, "cx", W(i).x), Q(t, "cy", W(i).y), Q(t, "r", W(i).r * .84);
						}), q(e, t);
					};
					Y(a, (e) => {
						W(t).seat % 2 == 1 && e(o);
					}), V(() => {
						Q(r, "cx", W(i).x), Q(r, "cy", W(i).y), Q(r, "r", W(i).r);
					}), q(e, n);
				};
				Y(r, (e) => {
					W(t).seat !== null && e(a);
				});
				var o = B(r);
				let s;
				var c = z(o, !0);
				V((e, n, r) => {
					s = Z(o, 0, "letter", null, s, { bare: W(t).seat === null }), Q(o, "x", W(i).x), Q(o, "y", e), Q(o, "font-size", n), J(c, r);
				}, [
					() => W(i).y + g(zi(W(t)), W(i).r) * .35,
					() => g(zi(W(t)), W(i).r),
					() => zi(W(t))
				]), q(e, n);
			};
			Y(l, (e) => {
				W(s) === void 0 ? W(a) === "cross" ? e(d, 1) : W(a) === "nought" ? e(v, 2) : W(a) === "block" ? e(y, 3) : W(a) === "figure" ? e(b, 4) : W(a) === "seeds" || W(t).copies > 1 && W(t).seat === null && W(a) === "disc" ? e(x, 5) : W(ee) ? e(S, 6) : W(a) === "disc" ? e(C, 7) : e(te, -1) : e(u);
			});
			var ne = B(l), w = (e) => {
				var n = ga(), r = z(n, !0);
				V((e) => {
					Q(n, "x", W(i).x + W(i).r * 1.02), Q(n, "y", W(i).y + W(i).r * 1.16), J(r, e);
				}, [() => Hi(W(t))]), q(e, n);
			}, re = (e) => {
				var n = Dr(), r = R(n), o = (e) => {
					var n = _a(), r = z(n, !0);
					V(() => {
						Q(n, "x", W(i).x), Q(n, "y", W(i).y + W(i).r * .32), Q(n, "font-size", W(i).r * .9), J(r, W(t).copies);
					}), q(e, n);
				}, s = (e) => {
					var n = va(), r = z(n, !0);
					V((e) => {
						Q(n, "x", W(i).x + W(i).r * .98), Q(n, "y", W(i).y + W(i).r * 1.12), Q(n, "font-size", e), J(r, W(t).copies);
					}, [() => Math.max(.2, W(i).r * .62)]), q(e, n);
				};
				Y(r, (e) => {
					W(a) === "disc" && W(t).seat !== null ? e(o) : e(s, -1);
				}), q(e, n);
			};
			Y(ne, (e) => {
				W(a) === "seeds" ? e(w) : W(t).copies > 1 && e(re, 1);
			}), k(c), V((e) => {
				Z(c, 0, `piece hue-${e ?? ""}`), Q(c, "data-kind", W(t).kind);
			}, [() => p(W(t))]), q(e, c);
		});
		var i = B(r), s = (e) => {
			let t = /* @__PURE__ */ M(() => f(W(l)));
			var n = ba(), r = z(n);
			V(() => {
				Q(n, "x", W(t).x), Q(n, "y", W(t).y + W(t).r * .4), Q(n, "font-size", W(t).r), J(r, `+${W(a).length - W(l)}`);
			}), q(e, n);
		};
		Y(i, (e) => {
			W(a).length > W(l) && e(s);
		}), q(e, t);
	};
	Y(b, (e) => {
		W(s) ? e(x) : e(S, -1);
	}), k(v), V(() => y = Z(v, 0, "pieces", null, y, { ghost: i() })), q(e, v), Je();
}
//#endregion
//#region src/boards/Board.svelte
var wa = /* @__PURE__ */ K("<circle class=\"aim\"></circle>"), Ta = /* @__PURE__ */ K("<circle class=\"dot\"></circle>"), Ea = /* @__PURE__ */ K("<circle class=\"hint\"></circle>"), Da = /* @__PURE__ */ K("<circle></circle>"), Oa = /* @__PURE__ */ K("<!><!><!><!>", 1), ka = /* @__PURE__ */ K("<text part=\"label\" aria-hidden=\"true\"> </text>"), Aa = /* @__PURE__ */ K("<path class=\"way\"></path>"), ja = /* @__PURE__ */ K("<circle r=\"0.13\"></circle>"), Ma = /* @__PURE__ */ K("<rect class=\"boxring\" width=\"0.4\" height=\"0.4\" rx=\"0.04\"></rect>"), Na = /* @__PURE__ */ K("<rect width=\"0.76\" height=\"0.76\" rx=\"0.06\"></rect><!>", 1), Pa = /* @__PURE__ */ K("<polygon class=\"face\" part=\"cell\"></polygon>"), Fa = /* @__PURE__ */ K("<circle class=\"touch\" r=\"0.3\"></circle>"), Ia = /* @__PURE__ */ K("<circle class=\"face\" part=\"cell\"></circle>"), La = /* @__PURE__ */ K("<polygon><title> </title></polygon>"), Ra = /* @__PURE__ */ K("<circle><title> </title></circle>"), za = /* @__PURE__ */ K("<!><text class=\"heattext\"> </text>", 1), Ba = /* @__PURE__ */ K("<path class=\"trace\"></path>"), Va = /* @__PURE__ */ K("<path><title> </title></path>"), Ha = /* @__PURE__ */ K("<path></path>"), Ua = /* @__PURE__ */ K("<circle class=\"lastdot\" r=\"0.06\"></circle>"), Wa = /* @__PURE__ */ K("<path class=\"touch\"></path><path></path><!><!><!><!>", 1), Ga = /* @__PURE__ */ K("<g part=\"place\"><!><!></g>"), Ka = /* @__PURE__ */ K("<g></g>"), qa = /* @__PURE__ */ K("<circle class=\"hint\" r=\"0.85\"></circle>"), Ja = /* @__PURE__ */ K("<path part=\"side\"></path>"), Ya = /* @__PURE__ */ K("<svg class=\"board\" part=\"board\"><!><!><!><!><!><!><!><!><!></svg>");
function Xa(e, t) {
	qe(t, !0);
	let n = (e, n = d, r = d, i = d) => {
		var a = Oa(), o = R(a), s = (e) => {
			var t = Dr(), a = R(t), o = (e) => {
				var t = wa();
				V(() => {
					Q(t, "cx", r()), Q(t, "cy", i()), Q(t, "r", W(te) + .07);
				}), q(e, t);
			}, s = /* @__PURE__ */ M(() => W(b).has(n())), c = (e) => {
				var t = Ta();
				V(() => {
					Q(t, "cx", r()), Q(t, "cy", i()), Q(t, "r", n() < W(w) ? .11 : .09);
				}), q(e, t);
			};
			Y(a, (e) => {
				W(s) ? e(o) : e(c, -1);
			}), q(e, t);
		}, u = /* @__PURE__ */ M(() => Oe(n()));
		Y(o, (e) => {
			W(u) && e(s);
		});
		var p = B(o), m = (e) => {
			var t = Ea();
			V(() => {
				Q(t, "cx", r()), Q(t, "cy", i()), Q(t, "r", n() < W(w) ? W(te) + .05 : .2);
			}), q(e, t);
		}, h = /* @__PURE__ */ M(() => f().includes(n()));
		Y(p, (e) => {
			W(h) && e(m);
		});
		var g = B(p), _ = (e) => {
			var t = Da();
			let a;
			V((e) => {
				a = Z(t, 0, "win", null, a, { lost: e }), Q(t, "cx", r()), Q(t, "cy", i()), Q(t, "r", W(te) + .055);
			}, [() => De(n())]), q(e, t);
		}, v = /* @__PURE__ */ M(() => l().includes(n()) && n() < W(w));
		Y(g, (e) => {
			W(v) && e(_);
		});
		var y = B(g), x = (e) => {
			let a = /* @__PURE__ */ M(() => W(b).get(n())?.[0]);
			var o = Dr(), s = R(o), c = (e) => {
				var n = Da();
				let o;
				V(() => {
					o = Z(n, 0, "lastdot", null, o, { dark: W(a).seat !== null && t.hues[W(a).seat] === "white" }), Q(n, "cx", r()), Q(n, "cy", i()), Q(n, "r", W(te) * .2);
				}), q(e, n);
			}, l = /* @__PURE__ */ M(() => W(a) && Te(n()));
			Y(s, (e) => {
				W(l) && e(c);
			}), q(e, o);
		}, S = /* @__PURE__ */ M(() => c().includes(n()) && n() < W(w) && W(b).has(n()) && !W(C));
		Y(y, (e) => {
			W(S) && e(x);
		}), q(e, a);
	}, r = $(t, "number", 3, 0), i = $(t, "seats", 19, () => []), a = $(t, "label", 3, "board"), o = $(t, "targets", 19, () => /* @__PURE__ */ new Set()), s = $(t, "picked", 19, () => []), c = $(t, "last", 19, () => []), l = $(t, "deciding", 19, () => []), u = $(t, "losers", 19, () => []), f = $(t, "hinted", 19, () => []), p = $(t, "dots", 3, !1), h = $(t, "mover", 3, null), g = $(t, "flipped", 3, !1), _ = $(t, "interactive", 3, !1), v = $(t, "limit", 3, 0), y = $(t, "careful", 3, !1), b = /* @__PURE__ */ M(() => {
		let e = Oi(t.pieces, r());
		for (let [t, n] of e) Bi(n).length === 0 && e.delete(t);
		return e;
	}), x = /* @__PURE__ */ M(() => Ki(t.pieces)), S = /* @__PURE__ */ M(() => t.pieces.some((e) => e.at[0] === r() && Vi(e))), ee = /* @__PURE__ */ M(() => t.board.outline.length > 0 && !W(S)), C = /* @__PURE__ */ M(() => t.board.edgePlaces), te = /* @__PURE__ */ M(() => W(ee) || W(S) ? .37 : t.board.radius - .03), ne = /* @__PURE__ */ M(() => Math.max(.09, Math.min(.3, .021 * Math.max(t.board.frame[2], t.board.frame[3])))), w = /* @__PURE__ */ M(() => t.board.cells.length), re = (e) => e.opposite !== null, ie = /* @__PURE__ */ M(() => [...W(b)].flatMap(([e, n]) => n.filter(re).map((n) => {
		let [r, i] = [Ti(t.board, e), Ti(t.board, n.opposite ?? e)];
		return {
			at: e,
			seat: n.seat,
			x: de((r.x + i.x) / 2),
			y: fe((r.y + i.y) / 2)
		};
	}))), ae = /* @__PURE__ */ M(() => t.board.frame), oe = /* @__PURE__ */ M(() => m(W(ae), 4)), se = /* @__PURE__ */ M(() => W(oe)[0]), ce = /* @__PURE__ */ M(() => W(oe)[1]), le = /* @__PURE__ */ M(() => W(oe)[2]), ue = /* @__PURE__ */ M(() => W(oe)[3]), de = (e) => g() ? 2 * W(se) + W(le) - e : e, fe = (e) => g() ? 2 * W(ce) + W(ue) - e : e, pe = (e, n, r = 1) => t.board.outline.map(([t, i]) => `${de(e + t * r).toFixed(3)},${fe(n + i * r).toFixed(3)}`).join(" "), me = ([e, t, n, r]) => `M${de(e)} ${fe(t)}L${de(n)} ${fe(r)}`, he = /* @__PURE__ */ M(() => new Set(t.board.dual.map((e) => e.seat))), T = /* @__PURE__ */ M(() => {
		let e = [];
		if (!W(C) || [...o()].some((e) => e < W(w)) || [...W(b)].some(([e, t]) => e < W(w) && !t.every(re))) for (let t = 0; t < W(w); t++) e.push(t);
		if (W(C)) for (let n = 0; n < t.board.edges.length; n++) e.push(W(w) + n);
		return e;
	}), ge = /* @__PURE__ */ M(() => {
		let e = /* @__PURE__ */ new Map();
		for (let n of W(T)) {
			let r = Math.round(Ti(t.board, n).y * 4);
			e.set(r, [...e.get(r) ?? [], n]);
		}
		return [...e.entries()].sort((e, t) => e[0] - t[0]).map(([, e]) => e);
	}), _e = /* @__PURE__ */ P(null), ve = /* @__PURE__ */ M(() => W(_e) !== null && W(T).includes(W(_e)) ? W(_e) : [...o()][0] ?? W(T)[0] ?? null), ye = /* @__PURE__ */ P(void 0), be = /* @__PURE__ */ P(null), xe = (e) => {
		let n = (W(b).get(e) ?? []).map((e) => {
			let t = e.seat === null ? "" : i()[e.seat], n = t && t !== e.kind ? `${t} ${e.kind}` : e.kind, r = Hi(e);
			return Vi(e) ? `${r} ${n}${r === 1 ? "" : "s"}` : r > 1 ? `${r} ${n}` : n;
		}), r = Wi(n) ? n.join(" ") : n.join(" and "), a = [Ei(t.board, e), n.length ? r : "empty"];
		return s().includes(e) ? a.push("chosen") : o().has(e) && a.push("legal move"), c().includes(e) && a.push("last move"), l().includes(e) && a.push("decided the game"), f().includes(e) && a.push("suggested"), a.join(", ");
	}, E = /* @__PURE__ */ P(null);
	gn(() => {
		t.pieces, F(E, null);
	});
	let Se = /* @__PURE__ */ M(() => {
		let e = W(be) ?? W(E);
		return e !== null && e < W(w) && _() && h() && !W(C) && s().length === 0 && o().has(e) && !W(b).has(e) ? e : null;
	});
	function D(e, n) {
		let r = e instanceof PointerEvent && e.pointerType === "touch", i = W(ye) ? W(ye).getBoundingClientRect().width / W(le) : 28;
		y() && r && i < 28 && o().has(n) && W(E) !== n ? (F(E, n, !0), t.arm?.(n)) : (F(E, null), t.click?.(n));
	}
	let O = {
		ArrowLeft: [-1, 0],
		ArrowRight: [1, 0],
		ArrowUp: [0, -1],
		ArrowDown: [0, 1]
	};
	function Ce(e, n) {
		let r = O[e.key];
		if (r) {
			let e = g() ? -1 : 1, i = Di(t.board, n, W(T), r[0] * e, r[1] * e);
			i !== void 0 && (F(_e, i, !0), W(ye)?.querySelector(`[data-at="${i}"]`)?.focus());
		} else if (e.key === "Enter" || e.key === " ") t.click?.(n);
		else if (e.key === "Escape") t.cancel?.();
		else return;
		e.preventDefault(), e.stopPropagation();
	}
	let we = (e) => ({
		target: o().has(e),
		picked: s().includes(e),
		last: c().includes(e),
		hinted: f().includes(e)
	}), Te = (e) => {
		if (W(S)) return !1;
		let t = W(b).get(e) ?? [];
		return t.length === 1 && t[0] !== void 0 && t[0].copies === 1 && Gi(t[0], W(x)) === "disc";
	}, Ee = (e, n) => {
		let [r, i] = t.board.kind === "square" ? [.43, .15] : [.34, .12];
		return [
			[-1, -1],
			[1, -1],
			[1, 1],
			[-1, 1]
		].map(([t = 1, a = 1]) => `M${e + t * r} ${n + a * (r - i)}V${n + a * r}H${e + t * (r - i)}`).join("");
	}, De = (e) => {
		let t = W(b).get(e) ?? [];
		return t.length > 0 && t.every((e) => e.seat !== null && u().includes(e.seat));
	}, Oe = (e) => o().has(e) && !s().includes(e) && (p() || s().length > 0);
	var ke = Ya();
	let Ae;
	var je = L(ke);
	X(je, 17, () => t.board.dual.length ? [] : t.board.labels, Rr, (e, t) => {
		var n = ka();
		let r;
		var i = z(n, !0);
		V((e, a) => {
			r = Z(n, 0, `coord ${W(t).anchor ?? ""}`, null, r, { swap: g() }), Q(n, "x", e), Q(n, "y", a), J(i, W(t).text);
		}, [() => de(W(t).x), () => fe(W(t).y) + W(ne) * .35]), q(e, n);
	});
	var Me = B(je), Ne = (e) => {
		var n = Dr();
		X(R(n), 17, () => t.board.edges, Rr, (e, t) => {
			var n = Aa();
			V((e) => Q(n, "d", e), [() => W(t).lines.map(me).join("")]), q(e, n);
		}), q(e, n);
	};
	Y(Me, (e) => {
		t.board.edges.length && !W(C) && e(Ne);
	});
	var Pe = B(Me);
	X(Pe, 17, () => t.board.dual, Rr, (e, n) => {
		var r = ja();
		V((e, i) => {
			Z(r, 0, `dual hue-${t.hues[W(n).seat] ?? ""}`), Q(r, "cx", e), Q(r, "cy", i);
		}, [() => de(W(n).x), () => fe(W(n).y)]), q(e, r);
	});
	var Fe = B(Pe);
	X(Fe, 17, () => W(ie), (e) => e.at, (e, n) => {
		var r = Na(), i = R(r), a = B(i), o = (e) => {
			var t = Ma();
			V(() => {
				Q(t, "x", W(n).x - .2), Q(t, "y", W(n).y - .2);
			}), q(e, t);
		};
		Y(a, (e) => {
			(W(n).seat ?? 0) % 2 == 1 && e(o);
		}), V(() => {
			Z(i, 0, `boxed hue-${(W(n).seat === null ? "none" : t.hues[W(n).seat]) ?? ""}`), Q(i, "x", W(n).x - .38), Q(i, "y", W(n).y - .38);
		}), q(e, r);
	});
	var Ie = B(Fe);
	X(Ie, 17, () => W(ge), Rr, (e, r) => {
		var i = Ka();
		X(i, 20, () => W(r), (e) => e, (e, r) => {
			let i = /* @__PURE__ */ M(() => Ti(t.board, r)), a = /* @__PURE__ */ M(() => de(W(i).x)), o = /* @__PURE__ */ M(() => fe(W(i).y)), c = /* @__PURE__ */ M(() => W(b).get(r) ?? []), u = /* @__PURE__ */ M(() => we(r));
			var d = Ga();
			let f;
			var p = L(d), m = (e) => {
				var n = Oa(), s = R(n), l = (e) => {
					var t = Pa();
					V((e) => Q(t, "points", e), [() => pe(W(i).x, W(i).y)]), q(e, t);
				}, d = (e) => {
					var t = Fa();
					V(() => {
						Q(t, "cx", W(a)), Q(t, "cy", W(o));
					}), q(e, t);
				}, f = /* @__PURE__ */ M(() => W(C) && W(c).every(re)), p = (e) => {
					var n = Ia();
					V(() => {
						Q(n, "cx", W(a)), Q(n, "cy", W(o)), Q(n, "r", W(S) ? .47 : t.board.radius);
					}), q(e, n);
				};
				Y(s, (e) => {
					W(ee) ? e(l) : W(f) ? e(d, 1) : e(p, -1);
				});
				var m = B(s), h = (e) => {
					let n = /* @__PURE__ */ M(() => t.heat.get(r));
					var s = za(), c = R(s), l = (e) => {
						var a = La(), o = z(L(a));
						k(a), V((e, t) => {
							Z(a, 0, `heat hue-${W(n)?.hue ?? ""}`), Q(a, "points", e), Q(a, "fill-opacity", .12 + .68 * (W(n)?.value ?? 0)), J(o, `${t ?? ""}: ${W(n)?.words ?? ""}`);
						}, [() => pe(W(i).x, W(i).y, .97), () => Ei(t.board, r)]), q(e, a);
					}, u = (e) => {
						var i = Ra(), s = z(L(i));
						k(i), V((e, t) => {
							Z(i, 0, `heat hue-${W(n)?.hue ?? ""}`), Q(i, "cx", W(a)), Q(i, "cy", W(o)), Q(i, "r", e), Q(i, "fill-opacity", .12 + .68 * (W(n)?.value ?? 0)), J(s, `${t ?? ""}: ${W(n)?.words ?? ""}`);
						}, [() => W(S) ? .45 : Math.max(.3, t.board.radius), () => Ei(t.board, r)]), q(e, i);
					};
					Y(c, (e) => {
						W(ee) ? e(l) : e(u, -1);
					});
					var d = B(c), f = z(d, !0);
					V(() => {
						Q(d, "x", W(a)), Q(d, "y", W(o) + .11), Q(d, "font-size", (W(n)?.text.length ?? 0) > 3 ? .25 : .32), J(f, W(n)?.text);
					}), q(e, s);
				}, g = /* @__PURE__ */ M(() => t.heat?.has(r));
				Y(m, (e) => {
					W(g) && e(h);
				});
				var _ = B(m), v = (e) => {
					var t = Ba();
					V((e) => Q(t, "d", e), [() => Ee(W(a), W(o))]), q(e, t);
				}, y = /* @__PURE__ */ M(() => W(u).last && (W(ee) || W(S)) && !Te(r));
				Y(_, (e) => {
					W(y) && e(v);
				});
				var b = B(_);
				{
					let e = /* @__PURE__ */ M(() => W(c).filter((e) => !re(e))), n = /* @__PURE__ */ M(() => Ei(t.board, r));
					Ca(b, {
						get pieces() {
							return W(e);
						},
						get x() {
							return W(a);
						},
						get y() {
							return W(o);
						},
						get radius() {
							return W(te);
						},
						get hues() {
							return t.hues;
						},
						get crosses() {
							return W(x);
						},
						get place() {
							return W(n);
						}
					});
				}
				q(e, n);
			}, g = (e) => {
				let n = /* @__PURE__ */ M(() => t.board.edges[r - W(w)]), i = /* @__PURE__ */ M(() => W(c)[0]), s = /* @__PURE__ */ M(() => W(i)?.seat != null && W(he).has(W(i).seat)), d = /* @__PURE__ */ M(() => !!(W(i) && ["/", "\\"].includes(W(i).glyph)));
				var f = Dr(), p = R(f), m = (e) => {
					var c = Wa(), f = R(c), p = B(f), m = B(p), g = (e) => {
						var i = Va(), a = z(L(i));
						k(i), V((e, t, n, r, o) => {
							Z(i, 0, `heatlink hue-${e ?? ""}`), Q(i, "d", t), Q(i, "stroke-opacity", n), J(a, `${r ?? ""}: ${o ?? ""}`);
						}, [
							() => t.heat.get(r)?.hue,
							() => W(n).lines.map(me).join(""),
							() => .12 + .88 * (t.heat.get(r)?.value ?? 0),
							() => Ei(t.board, r),
							() => t.heat.get(r)?.words
						]), q(e, i);
					}, v = /* @__PURE__ */ M(() => t.heat?.has(r));
					Y(m, (e) => {
						W(v) && e(g);
					});
					var y = B(m), b = (e) => {
						let r = /* @__PURE__ */ M(() => t.board.dual.length > 0 && t.hues.indexOf(h()) >= 0 && W(he).has(t.hues.indexOf(h())));
						var i = Ha();
						V((e) => {
							Z(i, 0, `link wish hue-${h() ?? ""}`), Q(i, "d", e);
						}, [() => W(n).lines.map((e) => me(W(r) ? ki(e) : e)).join("")]), q(e, i);
					};
					Y(y, (e) => {
						!W(i) && _() && W(u).target && h() && e(b);
					});
					var x = B(y), S = (e) => {
						var t = Ua();
						V(() => {
							Q(t, "cx", W(a)), Q(t, "cy", W(o));
						}), q(e, t);
					};
					Y(x, (e) => {
						W(u).last && W(i) && e(S);
					});
					var ee = B(x), C = (e) => {
						var t = Ha();
						let r;
						V((e) => {
							r = Z(t, 0, "winlink", null, r, { dashed: W(d) }), Q(t, "d", e);
						}, [() => W(n).lines.map((e) => me(W(s) ? ki(e) : e)).join("")]), q(e, t);
					}, te = /* @__PURE__ */ M(() => l().includes(r));
					Y(ee, (e) => {
						W(te) && e(C);
					}), V((e, n) => {
						Q(f, "d", e), Z(p, 0, Xr([
							"link",
							W(i) ? "taken" : "free",
							t.board.dual.length ? "netted" : "",
							W(i) ? `hue-${W(i).seat === null ? "none" : t.hues[W(i).seat]}` : "",
							{ dashed: W(d) }
						])), Q(p, "d", n);
					}, [() => W(n).lines.map(me).join(""), () => W(n).lines.map((e) => me(W(s) ? ki(e) : e)).join("")]), q(e, c);
				};
				Y(p, (e) => {
					W(n) && e(m);
				}), q(e, f);
			};
			Y(p, (e) => {
				r < W(w) ? e(m) : e(g, -1);
			});
			var v = B(p);
			n(v, () => r, () => W(a), () => W(o)), k(d), V((e, n, i, a) => {
				f = Z(d, 0, Xr([
					"place",
					r < W(w) ? "cell" : "edge",
					W(u)
				]), null, f, {
					dark: r < W(w) && !W(S) && t.board.cells[r]?.dark,
					decided: e
				}), Q(d, "data-at", r), Q(d, "data-place", n), Q(d, "role", _() ? "gridcell" : void 0), Q(d, "aria-label", i), Q(d, "aria-selected", a), Q(d, "tabindex", _() ? r === W(ve) ? 0 : -1 : void 0);
			}, [
				() => l().includes(r),
				() => Ei(t.board, r),
				() => _() ? xe(r) : void 0,
				() => _() ? s().includes(r) : void 0
			]), gr("click", d, (e) => _() && (F(_e, r, !0), D(e, r))), gr("keydown", d, (e) => _() && Ce(e, r)), hr("pointerenter", d, (e) => e.pointerType === "mouse" && F(be, r, !0)), hr("pointerleave", d, () => F(be, null)), q(e, d);
		}), k(i), V(() => Q(i, "role", _() ? "row" : void 0)), q(e, i);
	});
	var Le = B(Ie), Re = (e) => {
		var n = Dr();
		X(R(n), 17, () => t.board.cells.filter((e, t) => (W(b).get(t) ?? []).every(re)), Rr, (e, n) => {
			var r = ja();
			let i;
			V((e, n) => {
				i = Z(r, 0, "knot", null, i, { owned: t.board.dual.length > 0 }), Q(r, "cx", e), Q(r, "cy", n);
			}, [() => de(W(n).x), () => fe(W(n).y)]), q(e, r);
		}), q(e, n);
	};
	Y(Le, (e) => {
		W(C) && e(Re);
	});
	var ze = B(Le), Be = (e) => {
		let n = /* @__PURE__ */ M(() => Ti(t.board, W(Se)));
		var r = Da();
		V((e, t) => {
			Z(r, 0, `ghost hue-${h() ?? ""}`), Q(r, "cx", e), Q(r, "cy", t), Q(r, "r", W(te));
		}, [() => de(W(n).x), () => fe(W(n).y)]), q(e, r);
	};
	Y(ze, (e) => {
		W(Se) !== null && e(Be);
	});
	var Ve = B(ze), He = (e) => {
		let n = /* @__PURE__ */ M(() => Ti(t.board, W(E)));
		var r = qa();
		V((e, t) => {
			Q(r, "cx", e), Q(r, "cy", t);
		}, [() => de(W(n).x), () => fe(W(n).y)]), q(e, r);
	};
	Y(Ve, (e) => {
		W(E) !== null && e(He);
	}), X(B(Ve), 17, () => t.board.sides, Rr, (e, n) => {
		var r = Ja();
		V((e) => {
			Z(r, 0, `side hue-${(W(n).seat === null ? "all" : t.hues[W(n).seat]) ?? ""}`), Q(r, "d", e);
		}, [() => W(n).lines.map(me).join("")]), q(e, r);
	}), k(ke), hi(ke, (e) => F(ye, e), () => W(ye)), V(() => {
		Q(ke, "viewBox", `${W(se) ?? ""} ${W(ce) ?? ""} ${W(le) ?? ""} ${W(ue) ?? ""}`), Q(ke, "role", _() ? "grid" : "img"), Q(ke, "aria-label", a()), Q(ke, "data-board", r()), Ae = ri(ke, "", Ae, {
			"--coord": W(ne),
			"max-width": v() ? `${W(le) * v()}px` : null,
			"max-height": v() ? `${W(ue) * v()}px` : null
		});
	}), q(e, ke), Je();
}
_r(["click", "keydown"]);
//#endregion
//#region src/play/Choices.svelte
var Za = /* @__PURE__ */ G("<input class=\"field\" type=\"search\" aria-label=\"Search moves\"/>"), Qa = /* @__PURE__ */ G("<button> </button>"), $a = /* @__PURE__ */ G("<div><!> <div></div></div>");
function eo(e, t) {
	qe(t, !0);
	let n = $(t, "wide", 3, !1), r = /* @__PURE__ */ P(""), i = /* @__PURE__ */ M(() => t.choices.filter((e) => e.text.toLowerCase().includes(W(r).toLowerCase())).slice(0, 300));
	var a = $a();
	let o;
	var s = L(a), c = (e) => {
		var n = Za();
		si(n), V(() => Q(n, "placeholder", `Search ${t.choices.length ?? ""} moves`)), di(n, () => W(r), (e) => F(r, e)), q(e, n);
	};
	Y(s, (e) => {
		t.choices.length > 12 && e(c);
	});
	var l = B(s, 2);
	X(l, 21, () => W(i), (e) => e.name, (e, n) => {
		var r = Qa();
		let i;
		var a = z(r, !0);
		V(() => {
			i = Z(r, 1, "button", null, i, { main: t.match.hint?.name === W(n).name }), J(a, W(n).text);
		}), gr("click", r, () => t.match.play(W(n))), q(e, r);
	}), k(l), k(a), V(() => {
		o = Z(a, 1, "choices", null, o, { wide: n() }), Z(l, 1, Xr(n() ? "scroll" : "list"));
	}), q(e, a), Je();
}
_r(["click"]);
//#endregion
//#region src/widgets/Panels.svelte
var to = (e, t = d) => {
	let n = /* @__PURE__ */ M(() => Wi(t().text.replace(/^the /, "").split(" ")));
	var r = io(), i = R(r), a = (e) => {
		var r = no();
		ra(L(r), {
			get traits() {
				return W(n);
			},
			x: .5,
			y: .5,
			radius: .48
		}), k(r), V(() => Q(r, "aria-label", t().text)), q(e, r);
	}, o = (e) => {
		var n = Er();
		V(() => J(n, t().text)), q(e, n);
	};
	Y(i, (e) => {
		W(n) ? e(a) : e(o, -1);
	});
	var s = B(i), c = (e) => {
		var n = ro(), r = z(n);
		V(() => J(r, `×${t().copies ?? ""}`)), q(e, n);
	};
	Y(s, (e) => {
		t().copies > 1 && e(c);
	}), q(e, r);
}, no = /* @__PURE__ */ K("<svg class=\"token\" viewBox=\"0 0 1 1\" role=\"img\"><!></svg>"), ro = /* @__PURE__ */ G("<small> </small>"), io = /* @__PURE__ */ G("<!><!>", 1), ao = /* @__PURE__ */ G("<span class=\"ptitle\"> </span>"), oo = /* @__PURE__ */ K("<circle r=\"3\"></circle>"), so = /* @__PURE__ */ K("<svg class=\"die\" viewBox=\"0 0 34 34\" role=\"img\"><rect x=\"2\" y=\"2\" width=\"30\" height=\"30\" rx=\"6\"></rect><!></svg>"), co = /* @__PURE__ */ G("<b> </b>"), lo = /* @__PURE__ */ G("<span class=\"playing-card down\"></span>"), uo = /* @__PURE__ */ G("<!> <span class=\"sr\"> </span>", 1), fo = /* @__PURE__ */ G("<span class=\"playing-card down\"> </span><span class=\"sr\">hidden</span>", 1), po = /* @__PURE__ */ G("<button><!></button>"), mo = /* @__PURE__ */ G("<span><!></span>"), ho = /* @__PURE__ */ G("<span class=\"tick\" aria-hidden=\"true\">✓</span>"), go = /* @__PURE__ */ G("<span class=\"sentence\"><!></span>"), _o = /* @__PURE__ */ G("<div class=\"panels\"><!> <!></div>");
function vo(e, t) {
	qe(t, !0);
	let n = $(t, "seats", 19, () => []), r = (e) => e.charAt(0).toUpperCase() + e.slice(1), i = (e) => {
		let t = e.seat === null ? void 0 : n()[e.seat];
		return t && e.title ? `${r(t)}'s ${e.title}` : e.title;
	}, a = {
		1: [[17, 17]],
		2: [[10, 10], [24, 24]],
		3: [
			[10, 10],
			[17, 17],
			[24, 24]
		],
		4: [
			[10, 10],
			[24, 10],
			[10, 24],
			[24, 24]
		],
		5: [
			[10, 10],
			[24, 10],
			[17, 17],
			[10, 24],
			[24, 24]
		],
		6: [
			[10, 9],
			[24, 9],
			[10, 17],
			[24, 17],
			[10, 25],
			[24, 25]
		]
	}, o = (e) => /[.!?]$/.test(e) && e.includes(" ");
	var s = Dr();
	X(R(s), 17, () => t.panels, Rr, (e, n) => {
		var r = _o(), s = L(r), c = (e) => {
			var t = ao(), r = z(t, !0);
			V((e) => J(r, e), [() => i(W(n))]), q(e, t);
		};
		Y(s, (e) => {
			W(n).title && e(c);
		}), X(B(s, 2), 17, () => W(n).items, Rr, (e, r) => {
			let i = /* @__PURE__ */ M(() => W(n).kind === "cards" ? "playing-card" : "fact"), s = /* @__PURE__ */ M(() => W(n).kind === "cards" || W(n).kind === "facts" ? t.pick?.(W(n), W(r)) : null);
			var c = Dr(), l = R(c), u = (e) => {
				var t = so();
				X(B(L(t)), 17, () => a[Number(W(r).text)] ?? [], ([e, t]) => e * 40 + t, (e, t) => {
					var n = /* @__PURE__ */ M(() => m(W(t), 2));
					let r = () => W(n)[0], i = () => W(n)[1];
					var a = oo();
					V(() => {
						Q(a, "cx", r()), Q(a, "cy", i());
					}), q(e, a);
				}), k(t), V(() => Q(t, "aria-label", W(r).text)), q(e, t);
			}, d = (e) => {
				var t = co(), n = z(t, !0);
				V(() => J(n, W(r).text)), q(e, t);
			}, f = (e) => {
				var t = Dr(), n = R(t), i = (e) => {
					var t = uo(), n = R(t);
					X(n, 17, () => ({ length: W(r).copies }), Rr, (e, t) => {
						q(e, lo());
					});
					var i = z(B(n, 2));
					V(() => J(i, `${W(r).copies ?? ""} hidden`)), q(e, t);
				}, a = (e) => {
					var t = fo(), n = z(R(t), !0);
					we(), V(() => J(n, W(r).copies)), q(e, t);
				};
				Y(n, (e) => {
					W(r).copies <= 8 ? e(i) : e(a, -1);
				}), q(e, t);
			}, p = (e) => {
				var n = po();
				let a;
				to(L(n), () => W(r)), k(n), V((e) => a = Z(n, 1, Xr(W(i)), null, a, { suggested: e }), [() => t.hinted?.(W(r))]), gr("click", n, function(...e) {
					W(s)?.apply(this, e);
				}), q(e, n);
			}, h = (e) => {
				var t = mo();
				to(L(t), () => W(r)), k(t), V(() => Z(t, 1, Xr(W(i)))), q(e, t);
			}, g = (e) => {
				var t = Dr(), n = R(t), i = (e) => {
					var t = co(), n = z(t, !0);
					V(() => J(n, W(r).copies)), q(e, t);
				}, a = (e) => {
					q(e, ho());
				};
				Y(n, (e) => {
					W(r).copies > 1 ? e(i) : e(a, -1);
				}), q(e, t);
			}, _ = (e) => {
				var t = go();
				to(L(t), () => W(r)), k(t), q(e, t);
			}, v = /* @__PURE__ */ M(() => o(W(r).text)), y = (e) => {
				var t = mo();
				to(L(t), () => W(r)), k(t), V(() => Z(t, 1, Xr(W(i)))), q(e, t);
			};
			Y(l, (e) => {
				W(n).kind === "dice" ? e(u) : W(n).kind === "number" ? e(d, 1) : W(n).kind === "hidden" ? e(f, 2) : W(s) ? e(p, 3) : W(n).kind === "cards" ? e(h, 4) : W(r).text === W(n).title ? e(g, 5) : W(v) ? e(_, 6) : e(y, -1);
			}), q(e, c);
		}), k(r), V(() => Q(r, "data-panel", W(n).title)), q(e, r);
	}), q(e, s), Je();
}
_r(["click"]);
//#endregion
//#region src/component/Embedded.svelte
var yo = /* @__PURE__ */ G("<p part=\"problem\" role=\"alert\"> </p>"), bo = /* @__PURE__ */ G("<div part=\"panels\"><!></div>"), xo = /* @__PURE__ */ G("<button class=\"button\"> </button>"), So = /* @__PURE__ */ G("<div class=\"chooser\" part=\"chooser\" role=\"dialog\" aria-label=\"Which move?\"><p>Which move?</p> <!></div>"), Co = /* @__PURE__ */ G("<!> <!> <!> <!> <p part=\"status\" role=\"status\"> </p>", 1), wo = /* @__PURE__ */ G("<div class=\"embedded\" part=\"frame\"><!> <!></div>");
function To(e, t) {
	qe(t, !0), xi(t.looks);
	let n = /* @__PURE__ */ M(() => t.match.face), r = /* @__PURE__ */ M(() => t.match.view), i = (e, t) => e.filter((e) => e[0] === t).map((e) => e[1]), a = /* @__PURE__ */ M(() => (W(r)?.choices ?? []).filter((e) => e.places.length === 0)), o = /* @__PURE__ */ M(() => t.match.said || (W(r)?.sentence ?? ""));
	gn(() => {
		t.match.live && t.changed();
	});
	var s = wo(), c = L(s), l = (e) => {
		var n = yo(), r = z(n, !0);
		V(() => J(r, t.match.problem)), q(e, n);
	};
	Y(c, (e) => {
		t.match.problem && e(l);
	});
	var u = B(c, 2), d = (e) => {
		var s = Co(), c = R(s);
		X(c, 17, () => W(n).boards, Rr, (e, a, o) => {
			{
				let s = /* @__PURE__ */ M(() => W(r).turn === null ? null : W(n).hues[W(r).turn] ?? null), c = /* @__PURE__ */ M(() => new Set(i([...t.match.targets.values()], o))), l = /* @__PURE__ */ M(() => i(t.match.picked, o)), u = /* @__PURE__ */ M(() => i(W(r).last?.places ?? [], o)), d = /* @__PURE__ */ M(() => i(W(r).deciding, o));
				Xa(e, {
					get board() {
						return W(a);
					},
					number: o,
					get pieces() {
						return W(r).pieces;
					},
					get hues() {
						return W(n).hues;
					},
					get seats() {
						return W(n).seats;
					},
					get label() {
						return W(n).title;
					},
					get mover() {
						return W(s);
					},
					interactive: !0,
					get targets() {
						return W(c);
					},
					get picked() {
						return W(l);
					},
					get last() {
						return W(u);
					},
					get deciding() {
						return W(d);
					},
					click: (e) => void t.match.click([o, e], Ei(W(a), e)),
					cancel: () => t.match.drop()
				});
			}
		});
		var l = B(c, 2), u = (e) => {
			var t = bo();
			vo(L(t), { get panels() {
				return W(r).panels;
			} }), k(t), q(e, t);
		};
		Y(l, (e) => {
			W(r).panels.length && e(u);
		});
		var d = B(l, 2), f = (e) => {
			{
				let i = /* @__PURE__ */ M(() => W(n).boards.length ? W(a) : W(r).choices);
				eo(e, {
					get match() {
						return t.match;
					},
					get choices() {
						return W(i);
					}
				});
			}
		};
		Y(d, (e) => {
			(W(a).length || !W(n).boards.length) && e(f);
		});
		var p = B(d, 2), m = (e) => {
			var n = So();
			X(B(L(n), 2), 17, () => t.match.ambiguous, (e) => e.name, (e, n) => {
				var r = xo(), i = z(r, !0);
				V((e) => J(i, e), [() => Qi(t.match.ambiguous).get(W(n).name)]), gr("click", r, () => t.match.play(W(n))), q(e, r);
			}), k(n), q(e, n);
		};
		Y(p, (e) => {
			t.match.ambiguous.length && e(m);
		});
		var h = z(B(p, 2), !0);
		V(() => J(h, W(o))), q(e, s);
	};
	Y(u, (e) => {
		W(n) && W(r) && e(d);
	}), k(s), q(e, s), Je();
}
_r(["click"]);
//#endregion
//#region src/component/senet-board.ts
var Eo = `${vi.replaceAll(":root.dark", ":host([theme=dark])").replaceAll(".dark ", ":host([theme=dark]) ").replaceAll(":root", ":host")}
:host{display:block;background:transparent}.embedded{position:relative}.embedded .board{height:auto}.embedded p{margin:6px 0;text-align:center}`, Do = class extends HTMLElement {
	static observedAttributes = [
		"game",
		"options",
		"seats",
		"seat",
		"src",
		"match",
		"token"
	];
	root = this.attachShadow({ mode: "open" });
	workbench = null;
	playing = null;
	shown = null;
	version = 0;
	over = !1;
	waiting = 0;
	looks = new yi();
	get state() {
		return this.playing?.live ?? null;
	}
	get renderers() {
		return this.looks.renderers;
	}
	set renderers(e) {
		this.looks.renderers = e;
	}
	get moves() {
		return this.playing?.live?.choices ?? [];
	}
	async play(e) {
		return await this.playing?.act({
			act: "move",
			name: e,
			node: null
		}) ?? !1;
	}
	async undo() {
		return await this.playing?.act({ act: "undo" }) ?? !1;
	}
	connectedCallback() {
		this.later();
	}
	attributeChangedCallback() {
		this.isConnected && this.later();
	}
	disconnectedCallback() {
		this.end();
	}
	later() {
		clearTimeout(this.waiting), this.waiting = window.setTimeout(() => void this.begin(), 0);
	}
	end() {
		this.shown && Ir(this.shown), this.playing?.leave(), this.workbench?.close(), this.shown = this.playing = this.workbench = null, this.version = 0, this.over = !1;
	}
	async begin() {
		this.end();
		let e = new CSSStyleSheet();
		e.replaceSync(Eo), this.root.adoptedStyleSheets = [e];
		let t = new Ji(Yi(new URL(this.getAttribute("src") ?? "./", location.href).href));
		this.workbench = t;
		let [n, r] = [this.getAttribute("match"), this.getAttribute("token")];
		try {
			if (!n) {
				let e = [...new URLSearchParams(this.getAttribute("options") ?? "").entries()], i = (this.getAttribute("seats") ?? "here level:5").split(/\s+/).map((e) => ({
					who: e,
					name: null
				})), a = await t.ask({
					do: "new",
					setup: {
						game: this.getAttribute("game") ?? "",
						options: e,
						seats: i,
						text: null,
						players: null,
						swap: !1,
						clock: null,
						seed: null,
						record: null
					}
				}, "joined");
				n = a.id, r = a.tokens.find((e) => e.host)?.token ?? null;
			}
		} catch (e) {
			this.dispatchEvent(new CustomEvent("problem", { detail: String(e) }));
			return;
		}
		if (this.workbench !== t) return;
		let i = new Zi(t, n, r);
		this.playing = i;
		let a = /* @__PURE__ */ new Map();
		for (let e of this.querySelectorAll("template[data-piece]")) {
			let { piece: t = "", seat: n } = e.dataset;
			a.set(n === void 0 ? t : `${n}:${t}`, e.innerHTML);
		}
		this.looks.templates = a, this.shown = Mr(To, {
			target: this.root,
			props: {
				match: i,
				looks: this.looks,
				changed: () => this.tell()
			}
		});
		let o = this.getAttribute("seat");
		i.join(o === null ? null : Number(o));
	}
	tell() {
		let e = this.state;
		if (!e || e.version === this.version) return;
		let t = this.version === 0;
		this.version = e.version;
		let n = (e, t) => this.dispatchEvent(new CustomEvent(e, {
			detail: t,
			bubbles: !0,
			composed: !0
		}));
		!t && e.last && n("move", e.last), n("statechange", e), e.over && !this.over && n("gameover", {
			...e.over,
			sentence: e.sentence
		}), this.over = e.over !== null;
	}
};
customElements.define("senet-board", Do);
//#endregion
export { Do as SenetBoard };

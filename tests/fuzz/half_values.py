# SPDX-License-Identifier: Apache-2.0
"""16-bit floats: expressions of __half and __nv_bfloat16, of any bits, NaN among them.

Sums and products are those that are never joined; __hfma is the one that is.
"""
MAKE = {"__half": "__float2half_rn", "__nv_bfloat16": "__float2bfloat16_rn"}
PAIR = {"__half": "__half2", "__nv_bfloat16": "__nv_bfloat162"}
BITS = {"__half": "__half_as_ushort", "__nv_bfloat16": "__bfloat16_as_ushort"}


def half_value(e, kind, depth):
    """An expression; NaN in it may have any bits."""
    r = e.random
    if depth <= 0 or r.random() < 0.2:
        choice = r.random()
        if choice < 0.5:
            return e.variable(kind)
        if choice < 0.75:
            return f"((const {kind}*)in)[({e.integer('unsigned', 0)}) & 2047u]"
        return f"{MAKE[kind]}({r.choice([0.0, -0.0, 1.0, -1.5, 0.375, 3.0, 60000.0, 1e-7, r.randrange(-999, 999) * 0.125])}f)"
    d = depth - 1
    one, two = half_value(e, kind, d), half_value(e, kind, d)
    choice = r.randrange(13)
    if choice < 5:
        return f"__h{r.choice(['add', 'sub', 'mul'])}_rn({one}, {two})"
    if choice < 7:
        return f"{r.choice(['__hfma', '__hfma', '__hfma_relu', '__hfma_sat'])}({one}, {two}, {half_value(e, kind, d)})"
    if choice < 9:
        return f"{r.choice(['__hmin', '__hmax', '__hmin_nan', '__hmax_nan'])}({one}, {two})"
    if choice < 10:
        return f"{r.choice(['__hneg', '__habs', 'hrint', 'hfloor', 'hceil', 'htrunc'])}({one})"
    if choice < 11:
        return f"({half_condition(e, kind, d)} ? {one} : {two})"
    if choice < 12:
        return f"{r.choice([f'__hdiv({one}, {two})', f'hsqrt(__habs({one}))'])}"
    return f"{MAKE[kind]}({e.floating('float', d)})"


def half_condition(e, kind, depth):
    one, two = half_value(e, kind, depth), half_value(e, kind, depth)
    compare = f"__h{e.random.choice(['lt', 'le', 'gt', 'ge', 'eq', 'ne'])}{e.random.choice(['', 'u'])}"
    return e.random.choice([f"{compare}({one}, {two})", f"({one} {e.random.choice(['<', '<=', '>', '>=', '==', '!='])} {two})", f"__hisnan({one})"])

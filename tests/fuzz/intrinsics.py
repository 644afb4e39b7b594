# SPDX-License-Identifier: Apache-2.0
"""Calls of CUDA's integer and conversion functions, exact on any machine."""
# result kind; the call, with u, i: 32-bit operands, l, m: 64-bit ones, f: a float, d: a double that is a number
CALLS = [
    ("unsigned", "__byte_perm({u}, {v}, {w} & 0x7777u)"), ("unsigned", "__funnelshift_l({u}, {v}, {w})"),
    ("unsigned", "__funnelshift_r({u}, {v}, {w})"), ("unsigned", "__funnelshift_lc({u}, {v}, {w} & 63u)"),
    ("unsigned", "__funnelshift_rc({u}, {v}, {w} & 63u)"), ("unsigned", "__umulhi({u}, {v})"), ("int", "__mulhi((int){u}, (int){v})"),
    ("unsigned long long", "__umul64hi({l}, {m})"), ("long long", "__mul64hi((long long){l}, (long long){m})"),
    ("unsigned", "__sad((int){u}, (int){v}, {w})"), ("unsigned", "__usad({u}, {v}, {w})"), ("int", "__hadd((int){u}, (int){v})"),
    ("int", "__rhadd((int){u}, (int){v})"), ("unsigned", "__uhadd({u}, {v})"), ("unsigned", "__urhadd({u}, {v})"),
    ("int", "__mul24((int){u}, (int){v})"), ("unsigned", "__umul24({u}, {v})"), ("int", "__dp4a((int){u}, (int){v}, (int){w})"),
    ("unsigned", "__dp4a({u}, {v}, {w})"), ("unsigned", "__vadd4({u}, {v})"), ("unsigned", "__vmaxu4({u}, {v})"),
    ("unsigned", "__vabsdiffu2({u}, {v})"), ("unsigned", "__vcmpgts2({u}, {v})"), ("int", "__popcll({l})"), ("int", "__clzll((long long){l})"),
    ("int", "__ffsll((long long){l})"), ("unsigned long long", "__brevll({l})"), ("int", "abs((int){u} | 1)"), ("long long", "llabs((long long){l} | 1)"),
    ("int", "__float2int_rz({f})"), ("int", "__float2int_rn({f})"), ("int", "__float2int_rd({f})"), ("int", "__float2int_ru({f})"),
    ("unsigned", "__float2uint_rz({f})"), ("unsigned", "__float2uint_rn({f})"), ("long long", "__float2ll_rz({f})"),
    ("unsigned long long", "__float2ull_rz({f})"), ("int", "__double2int_rz({d})"), ("int", "__double2int_rn({d})"),
    ("unsigned", "__double2uint_rz({d})"), ("long long", "__double2ll_rn({d})"), ("unsigned", "__float_as_uint({f})"),
    ("long long", "__double_as_longlong({d})"),
]
FLOAT_CALLS = {
    "float": ["fminf({a}, {b})", "fmaxf({a}, {b})", "__saturatef({a})", "floorf({a})", "ceilf({a})", "truncf({a})", "rintf({a})", "__int2float_rn((int){u})",
              "__uint2float_rz({u})", "__ll2float_rn((long long){l})", "__double2float_rn({d})", "fabsf({a})", "__uint_as_float({u} & 0xbfffffffu)"],
    "double": ["fmin({a}, {b})", "fmax({a}, {b})", "floor({a})", "ceil({a})", "trunc({a})", "rint({a})", "__int2double_rn((int){u})",
               "__ll2double_rn((long long){l})", "(double){f}", "fabs({a})", "__hiloint2double((int)({u} & 0x3fffffffu), (int){v})"],
}


def operands(e, text, depth):
    """The text with expressions for those names that stand in it."""
    makers = dict.fromkeys("uvw", lambda: f"(unsigned)({e.integer('unsigned', depth)})")
    makers |= dict.fromkeys("lm", lambda: f"(unsigned long long)({e.integer('unsigned long long', depth)})")
    makers |= {"f": lambda: f"clean({e.floating('float', depth)})", "d": lambda: f"clean({e.floating('double', depth)})"}
    for name, make in makers.items():
        while "{" + name + "}" in text:
            text = text.replace("{" + name + "}", make(), 1)
    return text


def integer_call(e, kind, depth):
    result, text = e.random.choice(CALLS)
    return f"({kind})({operands(e, text, min(depth, 1))})"


def floating_call(e, kind, depth):
    text = e.random.choice(FLOAT_CALLS[kind])
    for name in "ab":
        text = text.replace("{" + name + "}", e.floating(kind, min(depth, 1)))
    return operands(e, text, min(depth, 1))

// SPDX-License-Identifier: Apache-2.0
#include "ptx/table.h"

#include "llvm/ADT/STLExtras.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr Row kRows[] = {
    // Data movement
    {"mov", emit_mov, "all types; packs and unpacks {a, b}; special registers"},
    {"ld", emit_ld,
     "generic .global .shared .shared::cta .shared::cluster .const .local; .weak .relaxed .acquire "
     ".volatile .nc, scopes; cache hints; .v2 .v4 .v8; 8 to 128 bits"},
    {"ldu", emit_ld, "as ld"},
    {"st", emit_st, "as ld, with .release"},
    {"cvta", emit_cvta, ".to, .global .shared .shared::cluster .const .local; 64 bits"},
    {"isspacep", emit_isspacep, ".global .shared .shared::cluster .const .local .param"},
    {"mapa", emit_mapa, "generic addresses; .shared::cluster, 32 and 64 bits"},
    {"getctarank", emit_getctarank, "as mapa"},
    {"tensormap", emit_tensormap, ".replace.tile of all fields; .cp_fenceproxy"},
    {"prefetch", emit_hint, ".L1 .L2 .tensormap: nothing happens"},
    {"prefetchu", emit_hint, ".L1: nothing happens"},
    {"applypriority", emit_hint, "nothing happens"},
    {"discard", emit_hint, "nothing happens"},
    {"createpolicy", emit_createpolicy,
     ".fractional, .range, .cvt: a policy that nothing looks at"},
    {"cp", emit_cp_async,
     "cp.async.ca and .cg of 4, 8, 16 bytes, with source size or predicate (copied at once); "
     ".commit_group .wait_group .wait_all; .mbarrier.arrive, .noinc; cp.async.bulk: shared, of "
     "other "
     "blocks too, from global and shared, global from shared, .multicast::cluster, .prefetch.L2, "
     "groups; cp.reduce.async.bulk; both with .tensor in .1d to .5d, .tile, .im2col, "
     ".im2col_no_offs"},
    {"cvt", emit_cvt,
     "integers of 8 to 64 bits, f16, bf16, f32, f64; all roundings, .sat .ftz "
     ".relu .satfinite; pairs f16x2, bf16x2 of f32; tf32 from f32 with .rna .rn .rz; e4m3x2, "
     "e5m2x2, e2m3x2, e3m2x2, e2m1x2 from f32 and f16x2 and to f16x2, ue8m0x2 from f32 and bf16x2 "
     "and to bf16x2; .pack.sat of s2, u2, s4, u4, s8, u8, s16, u16"},
    // Integers
    {"add", emit_arithmetic, "integers with .cc .sat; f32, f64 with all roundings, .ftz .sat"},
    {"sub", emit_arithmetic, "as add"},
    {"addc", emit_arithmetic, "with .cc; the carry is the asm statement's own"},
    {"subc", emit_arithmetic, "as addc"},
    {"mul", emit_multiply, ".lo .hi .wide; f32, f64 with all roundings, .ftz .sat"},
    {"mad", emit_multiply, ".lo .hi .wide with .cc, .hi.sat.s32; f32, f64 as fma"},
    {"madc", emit_multiply, ".lo .hi with .cc"},
    {"div", emit_arithmetic,
     "integers; f32, f64 with all roundings, .approx .full (exact here; .approx by more than "
     "2^126: 0)"},
    {"rem", emit_arithmetic, "integers"},
    {"min", emit_arithmetic, "integers; f32, f64 with .NaN .ftz; f32 with .xorsign.abs"},
    {"max", emit_arithmetic, "as min"},
    {"abs", emit_arithmetic, "integers; f32, f64 with .ftz"},
    {"neg", emit_arithmetic, "integers; f32, f64 with .ftz"},
    {"mul24", emit_function, "lo|hi u32|s32", "t(t,t)"},
    {"mad24", emit_function, "lo|hi u32|s32", "t(t,t,t)"},
    {"sad", emit_function, "u16|s16|u32|s32|u64|s64", "t(t,t,t)"},
    {"dp4a", emit_function, "u32|s32 u32|s32", "u32(u32,u32,u32)"},
    {"dp2a", emit_function, "lo|hi u32|s32 u32|s32", "u32(u32,u32,u32)"},
    // Bits
    {"and", emit_logic, ".pred, 16 to 64 bits"},
    {"or", emit_logic, ".pred, 16 to 64 bits"},
    {"xor", emit_logic, ".pred, 16 to 64 bits"},
    {"not", emit_logic, ".pred, 16 to 64 bits"},
    {"cnot", emit_logic, "16 to 64 bits"},
    {"shl", emit_logic, "16 to 64 bits"},
    {"shr", emit_logic, "16 to 64 bits"},
    {"popc", emit_bit_count, "32 and 64 bits"},
    {"clz", emit_bit_count, "32 and 64 bits"},
    {"brev", emit_bit_count, "32 and 64 bits"},
    {"lop3", emit_function, "b32", "t(u32,u32,u32,u32)"},
    {"shf", emit_function, "l|r clamp|wrap b32", "t(u32,u32,u32)"},
    {"prmt", emit_function, "b32 ?f4e|b4e|rc8|ecl|ecr|rc16", "t(u32,u32,u32)"},
    {"bfe", emit_function, "u32|s32|u64|s64", "t(t,u32,u32)"},
    {"bfi", emit_function, "b32|b64", "t(t,t,u32,u32)"},
    {"bfind", emit_function, "?shiftamt u32|s32|u64|s64", "u32(t)"},
    {"fns", emit_function, "b32", "u32(u32,u32,s32)"},
    {"szext", emit_function, "clamp|wrap u32|s32", "t(t,u32)"},
    {"bmsk", emit_function, "clamp|wrap b32", "t(u32,u32)"},
    // Halves and bytes of words
    {"vadd", emit_video, "u32, s32, .sat, .add; without selectors"},
    {"vsub", emit_video, "u32, s32, .sat, .add; without selectors"},
    {"vabsdiff", emit_video, "u32, s32, .sat, .add; without selectors"},
    {"vmin", emit_video, "u32, s32, .sat, .add; without selectors"},
    {"vmax", emit_video, "u32, s32, .sat, .add; without selectors"},
    {"vset", emit_video, "all comparisons, .add; without selectors"},
    {"vadd2", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vadd4", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vsub2", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vsub4", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vavrg2", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vavrg4", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vabsdiff2", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vabsdiff4", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vmin2", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vmin4", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vmax2", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vmax4", emit_video, "u32, s32, .sat or .add; without selectors and masks"},
    {"vset2", emit_video, "all comparisons, .add; without selectors and masks"},
    {"vset4", emit_video, "all comparisons, .add; without selectors and masks"},
    // Comparison and selection
    {"setp", emit_setp, "all comparisons, .and .or .xor, d|q, .ftz"},
    {"set", emit_set,
     "as setp, to u32, s32, f32; of f16, bf16 and their pairs to these types, masks of 16 bits "
     "each or u32, s32"},
    {"selp", emit_selp, "16 to 64 bits"},
    {"slct", emit_slct, "by s32 or f32, .ftz"},
    // Floating point
    {"fma", emit_fma, "f32, f64 with all roundings, .ftz .sat"},
    {"rcp", emit_approximation, "f32, f64; all roundings, .approx (exact here), .ftz"},
    {"sqrt", emit_approximation, "f32, f64; all roundings, .approx (exact here), .ftz"},
    {"rsqrt", emit_approximation, ".approx, .ftz: rsqrtf, rsqrt"},
    {"sin", emit_approximation, ".approx.f32, .ftz: __sinf"},
    {"cos", emit_approximation, ".approx.f32, .ftz: __cosf"},
    {"ex2", emit_approximation, ".approx.f32, .ftz: exp2f"},
    {"lg2", emit_approximation, ".approx.f32, .ftz: __log2f"},
    {"tanh", emit_approximation, ".approx.f32: tanhf"},
    {"testp", emit_testp, "f32, f64"},
    {"copysign", emit_copysign, "f32, f64"},
    // Atomics
    {"atom", emit_atom,
     "add and or xor inc dec min max exch cas; .relaxed .acquire .release .acq_rel, scopes; 16 to "
     "64 bits; .exch and .cas of 128; .add.noftz of f16, f16x2, bf16, bf16x2; .v2 .v4 .v8 element "
     "by element"},
    {"red", emit_atom, "as atom, without .cas and .exch"},
    // Synchronisation
    {"bar", emit_barrier,
     ".sync .red.popc .red.and .red.or with thread counts; .arrive with a count; .warp.sync"},
    {"barrier", emit_barrier, "as bar, .aligned or not; .cluster.arrive .cluster.wait"},
    {"membar", emit_fence, ".cta .gl .sys"},
    {"fence", emit_fence,
     ".sc .acq_rel .acquire .release, scopes; .proxy.async .proxy.alias .proxy.tensormap::generic; "
     ".mbarrier_init"},
    {"mbarrier", emit_mbarrier,
     ".init .inval .expect_tx .complete_tx .arrive .arrive_drop, .expect_tx .noComplete; "
     ".test_wait "
     ".try_wait .parity (answer at once); .pending_count"},
    {"nanosleep", emit_nanosleep, ".u32: returns at once"},
    // Warps
    {"shfl", emit_shfl, ".sync .up .down .bfly .idx, d|p"},
    {"vote", emit_vote, ".sync .all .any .uni .ballot"},
    {"match", emit_match, ".any.sync .all.sync, d|p; 32 and 64 bits"},
    {"activemask", emit_activemask, ".b32"},
    {"redux", emit_function, "sync add|min|max|and|or|xor u32|s32|b32", "t(t,u32)"},
    {"elect", emit_elect, ".sync d|p: the lowest lane"},
    // Matrices
    {"mma", emit_mma,
     ".sync.aligned: m16n8k8 and m16n8k16 of f16, bf16; m16n8k4 and m16n8k8 of tf32; m16n8k16 and "
     "m16n8k32 of e4m3, e5m2; m8n8k4, m16n8k4, m16n8k8, m16n8k16 of f64; m8n8k16, m16n8k16, "
     "m16n8k32 of s8, u8 "
     "and m8n8k32, m16n8k32, m16n8k64 of s4, u4, .satfinite; m8n8k128, m16n8k128, m16n8k256 of b1, "
     ".xor .and; m8n8k4 of f16 in all layouts; .sp and .sp::ordered_metadata: m16n8k16 and "
     "m16n8k32 of "
     "f16, bf16; m16n8k8 and m16n8k16 of tf32; m16n8k64 of e4m3, e5m2; m16n8k32 and m16n8k64 of "
     "s8, u8 and "
     "m16n8k64 and m16n8k128 of s4, u4, .satfinite"},
    {"wmma", emit_wmma,
     ".load .store .mma .sync.aligned, .row .col, strides: m16n16k16, m32n8k16, m8n32k16 of f16, "
     "bf16, s8, u8; "
     "m16n16k8 of tf32; m8n8k4 of f64; m8n8k32 of s4, u4; m8n8k128 of b1, .xor .and; .satfinite"},
    {"wgmma", emit_wgmma,
     ".mma_async, .mma_async.sp.sync.aligned of f16, bf16, tf32, e4m3, e5m2, s8, u8, .satfinite, "
     "and b1, .and: "
     "every "
     "N; A in registers or by a descriptor, all swizzles and transpositions, scales; .fence "
     ".commit_group .wait_group (the four warps wait for each other)"},
    {"ldmatrix", emit_ldmatrix, ".sync.aligned.m8n8 .x1 .x2 .x4, .trans, .shared or generic; .b16"},
    {"stmatrix", emit_stmatrix, "as ldmatrix"},
    {"movmatrix", emit_movmatrix, ".sync.aligned.m8n8.trans.b16"},
    // Textures and surfaces
    {"tex", emit_tex,
     ".base .level .grad; .1d .2d .3d .a1d .a2d .cube .acube of objects; .v4 of u32, s32, f32, "
     "f16, .v2 "
     "of f16x2; coordinates f32, s32; constant offsets; a depth; d|p"},
    {"tld4", emit_tld4, ".r .g .b .a; .2d .a2d .cube .acube; types, offsets, depth as tex; d|p"},
    {"txq", emit_object_query,
     ".level; .width .height .depth .array_size .num_mipmap_levels .normalized_coords"},
    {"suld", emit_suld,
     ".b.1d .2d .3d .a1d .a2d of objects; .v2 .v4; 8 to 64 bits; .zero .clamp .trap", "", true},
    {"sust", emit_sust, "as suld", "", true},
    {"sured", emit_sured, ".b .add .min .max .and .or; geometries as suld; 32 and 64 bits", "",
     true},
    {"suq", emit_object_query, "as txq"},
    // Control
    {"bra", emit_bra, "to labels of the same asm statement", "", true},
    {"exit", emit_exit, "in a kernel, or what was inlined into it", "", true},
    {"trap", emit_trap, ""},
    {"brkpt", emit_trap, ""},
    {"griddepcontrol", emit_griddepcontrol,
     "nothing happens: a launch begins when the one before ended"},
    {"setmaxnreg", emit_nothing, "nothing happens"},
    // Later
    {"tcgen05", nullptr, ""},
    {"multimem", nullptr, ""},
    {"clusterlaunchcontrol", nullptr, ""},
    {"call", nullptr, ""},
    {"ret", nullptr, ""},
    {"brx", nullptr, ""},
    {"alloca", nullptr, ""},
    {"vmad", nullptr, ""},
    {"vshl", nullptr, ""},
    {"vshr", nullptr, ""},
};

}  // namespace

ArrayRef<Row> table() {
  return kRows;
}

const Row* find_row(StringRef opcode) {
  const auto* found = find_if(kRows, [&](const Row& row) { return row.opcode == opcode; });
  return found == std::end(kRows) ? nullptr : found;
}

}  // namespace heddle::ptx

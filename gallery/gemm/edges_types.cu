// SPDX-License-Identifier: Apache-2.0
// FP8, int8 and double under the tests of edges.h: the front functions in all orders, and every
// kernel that they choose from.
//
//   heddle cc -O1 -std=c++17 -arch=sm_90a -o edges_types gallery/gemm/edges_types.cu
//   nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o edges_types
//   gallery/gemm/edges_types.cu
//
// -DGEMM_FEW: of FP8 only e4m3 to bf16 with promoted sums, which compiles in little time, with
// -DGEMM_SMALL_SIZES in less: without the kernels of bytes that --few 1 does not choose.
#include "byte_gemm.cuh"
#include "double_gemm.cuh"
#include "edges.h"
#include "edges_fused.h"

namespace gemm {

// FP8 with scales of 2 and 4, which alpha takes back.
template <class In, class Out, class Finish>
Problem<In, Out> as_scaled(Problem<In, Out> p, const Finish&) {
  if constexpr (!std::is_same_v<Finish, Plain>) p.alpha /= 8;
  return p;
}

// A kernel that the front function may never choose at sizes as small as these. Where only where it
// could, and its choice elsewhere: if_it_can_be.
template <bool PROMOTED, class In, class Out, class Finish>
Function<In, Out> by_tile(const std::string& name, Way wanted, Finish finish,
                          bool if_it_can_be = false) {
  return {"gemm by " + name + " x" + std::to_string(wanted.parts),
          [=](const Problem<In, Out>& problem, float* memory, size_t room) {
            return by_rows_of_c(as_scaled(problem, finish), [&](const auto& p) {
              BytePlan<InOf<decltype(p)>, Out, PROMOTED> plan(p, memory, room);
              bool can_be = !if_it_can_be;
              plan.each_way([&](Way way) {
                can_be = can_be || (way.kernel == wanted.kernel && way.parts == wanted.parts &&
                                    way.width == wanted.width);
              });
              if (!can_be) return plan.run(finish, 0);
              const auto product = [&] {
                const cudaError_t error = plan.prepare();
                return error != cudaSuccess ? error : plan.launch(wanted, finish, 0);
              };
              return by_blas_rules(p, 0, product, finish);
            });
          }};
}

// Step 18, which reads bytes in words and in pieces of 16.
template <bool PROMOTED, class In, class Out, class Finish>
void check_byte_lines(Edges<In, Out>& edges, Finish finish) {
  for (const auto& [name, kernel] :
       {std::pair{"dot", Kernel::kDot}, {"block dot", Kernel::kBlockDot}})
    edges.views(by_tile<PROMOTED, In, Out>(name, {kernel, 1}, finish, true), {"rcr", "rcc"},
                {{3, 13, 64}, {2, 9, 1100}});
  edges.views(by_tile<PROMOTED, In, Out>("short k", {Kernel::kShortK, 1}, finish, true),
              {"rcr", "rcc"}, {{20, 33, 16}, {9, 17, 32}, {600, 300, 16}, {67, 36, 48}});
}

template <bool PROMOTED, class In, class Out, class Finish>
void check_byte_tiles(Edges<In, Out>& edges, bool few, bool all, Finish finish) {
  const std::vector<std::pair<const char*, Kernel>> small{
      {"square", Kernel::kSquare}, {"flat", Kernel::kFlat}, {"tiny", Kernel::kTiny}};
  for (const auto& [name, kernel] : small)
    for (const int parts : {1, 4}) {
      if (few && (kernel == Kernel::kTiny || parts == 1)) continue;
      const auto f = by_tile<PROMOTED, In, Out>(name, {kernel, parts}, finish);
      edges.views(f, {"rcr"});
      edges.offsets(f, {"rcr"});
    }
  const std::vector<std::pair<const char*, Kernel>> clusters{
      {"cluster large", Kernel::kClusterLarge},
      {"cluster medium", Kernel::kClusterMedium},
      {"cluster small", Kernel::kClusterSmall}};
  for (const auto& [name, kernel] : clusters)
    for (const int parts : {1, 4}) {
      if (!all && kernel == Kernel::kClusterLarge) continue;
      if (few && (kernel != Kernel::kClusterSmall || parts == 1)) continue;
      edges.views(by_tile<PROMOTED, In, Out>(name, {kernel, parts}, finish), kAllOrders);
    }
  edges.views(by_tile<PROMOTED, In, Out>("short k", {Kernel::kShortK, 1}, finish), {"rcr", "rcc"},
              edges.sizes_of_short_k());
  // Parts of k want a long one.
  for (const int width : kWidths)
    if (!few || width == 96)
      for (const int parts : {1, 2})
        edges.views(by_tile<PROMOTED, In, Out>("rows in eights, " + std::to_string(width),
                                               {Kernel::kTurned, parts, width}, finish, true),
                    {"rcr", "rcc"}, {{100, 136, 64}, {67, 260, 1100}, {260, 72, 512}});
  const std::vector<std::pair<const char*, Kernel>> kernels{
      {"medium", Kernel::kMedium},          {"alone", Kernel::kAlone},
      {"narrow", Kernel::kNarrow},          {"large", Kernel::kLarge},
      {"medium four", Kernel::kMediumFour}, {"wide", Kernel::kWide},
      {"wide four", Kernel::kWideFour},     {"tall", Kernel::kTall},
      {"tallest", Kernel::kTallest},        {"big", Kernel::kBig}};
  for (const auto& [name, kernel] : kernels) {
    if (!all && (kernel == Kernel::kLarge || kernel > Kernel::kTall)) continue;
    if (few && kernel != Kernel::kMedium) continue;
    for (const int parts : {1, 3}) {
      const auto f = by_tile<PROMOTED, In, Out>(name, {kernel, parts}, finish);
      edges.views(f, kAllOrders);
      if (!few) edges.offsets(f, kAllOrders);
    }
  }
}

template <class In, class Out>
void check_fp8(gallery::Program& program, const Selection& selection, Precision precision,
               Fp8Sums sums, gallery::DeviceArray<float>& workspace) {
  Edges<In, Out> edges(program, selection, precision, workspace);
  static const gallery::DeviceArray<float> scales(std::vector<float>{2, 4});
  const Fp8Scales both{scales.get(), scales.get() + 1};
  const Function<In, Out> front{
      "gemm", [=](const Problem<In, Out>& problem, float* memory, size_t room) {
        return gemm_fp8(as_scaled(problem, both), both, sums, memory, room, 0);
      }};
  edges.front(front);
  if (selection.wants("steps")) {  // one, two, three and four of 128 k, whose sums take turns
    const Selection views{"views", selection.few};
    Edges<In, Out> steps(program, views, precision, workspace);
    steps.views(front, {"rcr"}, {{40, 72, 128}, {40, 72, 250}, {40, 72, 300}, {40, 72, 512}});
    check_byte_lines<true>(steps, Scaled(both));
  }
  if (sums == Fp8Sums::kPromoted) check_byte_tiles<true>(edges, selection.few, false, Scaled(both));
#ifndef GEMM_FEW
  else
    check_byte_tiles<false>(edges, selection.few, true, Scaled(both));
#endif
}

// FP8 of two formats under a fused epilogue, by every instruction that multiplies it, in few
// kernels, which compile in little time: wgmma, mma.sync, and floats. C in columns: of the
// transpose.
template <class In>
void check_formats(gallery::Program& program, const Selection& selection,
                   gallery::DeviceArray<float>& workspace) {
  const Selection views{"views", selection.few};
  Edges<In, bf16> edges(program, views, kFp8, workspace);
  const FusedCase<bf16> even(program, false), crooked(program, true);
  const auto by = [&](const char* name, const FusedCase<bf16>& data, auto launch_rows) {
    const auto call = [=](const Problem<In, bf16>& given, const Epilogue<bf16>& epilogue,
                          float* memory, size_t room) {
      Problem<In, bf16> problem = given;
      if (take_epilogue(&problem, epilogue) != cudaSuccess) return cudaErrorInvalidValue;
      const Fused<Activation::kRelu, Scaled> finish(epilogue.bias, Scaled({}));
      return by_rows_of_c(problem, [&](const auto& p) {
        const auto product = [&] { return launch_rows(p, finish, Workspace(memory, room)); };
        return by_blas_rules(p, 0, product, finish);
      });
    };
    edges.views(data.function<In>(name, true, call, relu), {"rcr", "rcc"},
                {{67, 20, 160}, {5, 40, 288}, {9, 12, 0}});
  };
  by("two formats, plain", crooked,
     [](const auto& p, auto finish, Workspace) { return plain_tiles(p, finish, 0); });
  by("two formats, dot", even, [](const auto& p, auto finish, Workspace) {
    return lies_in_words(p) ? dot(p, 1, finish, 0) : plain_tiles(p, finish, 0);
  });
  by("two formats, mma.sync", even, [](const auto& p, auto finish, Workspace) {
    using Of = InOf<decltype(p)>;
    return small<MultiplyBytes<Of>::template Tile>(p, SmallTiles::kFlat, 1, finish, 0);
  });
  const auto wgmma = [](int parts) {
    return [parts](const auto& p, auto finish, Workspace memory) {
      using Tile = typename ByteTiles<InOf<decltype(p)>, true>::Alone;
      if (!fits_tensor_map(p.a) || !fits_tensor_map(p.b)) return plain_tiles(p, finish, 0);
      return launch_parts<Tile, Order::kRow, Order::kColumn>(p, parts, finish, memory, 0);
    };
  };
  by("two formats, wgmma", even, wgmma(1));
  by("two formats, wgmma", crooked, wgmma(1));
  by("two formats, wgmma, parts of k", crooked, wgmma(2));
}

static void check_int8(gallery::Program& program, const Selection& selection,
                       gallery::DeviceArray<float>& workspace) {
  Edges<int8, int> edges(program, selection, kInt8, workspace);
  edges.front({"gemm", [](const Problem<int8, int>& p, float* memory, size_t room) {
                 return gemm_int8(p, memory, room, 0);
               }});
  check_byte_lines<false>(edges, Plain{});
  check_byte_tiles<false>(edges, selection.few, true, Plain{});
}

// The band where it can be chosen, else what would be.
inline Function<double, double> band_of_doubles() {
  return {"gemm by band", [](const DoubleProblem& problem, float* memory, size_t room) {
            DoublePlan plan(problem, memory, room);
            return by_blas_rules(plan.p, 0, [&] {
              if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
              Way band{Kernel::kFlat, 1};
              plan.each_way([&](Way way) {
                if (way.kernel == Kernel::kBand) band = way;
              });
              return plan.launch(band, 0);
            });
          }};
}

static void check_double(gallery::Program& program, const Selection& selection,
                         gallery::DeviceArray<float>& workspace) {
  Edges<double, double> edges(program, selection, kDouble, workspace);
  edges.front({"gemm", [](const DoubleProblem& p, float* memory, size_t room) {
                 return gemm_double(p, memory, room, 0);
               }});
  const auto by = [](const std::string& name, Way way) {
    return Function<double, double>{
        "gemm by " + name + " x" + std::to_string(way.parts),
        [way](const DoubleProblem& problem, float* memory, size_t room) {
          DoublePlan plan(problem, memory, room);
          return by_blas_rules(plan.p, 0, [&] {
            const cudaError_t error = plan.prepare();
            return error != cudaSuccess ? error : plan.launch(way, 0);
          });
        }};
  };
  for (const auto& [name, tile] : {std::pair{"large", Kernel::kLarge},
                                   {"medium", Kernel::kMedium},
                                   {"small", Kernel::kSmall},
                                   {"square", Kernel::kSquare},
                                   {"flat", Kernel::kFlat},
                                   {"tiny", Kernel::kTiny},
                                   {"cluster medium", Kernel::kClusterMedium},
                                   {"cluster small", Kernel::kClusterSmall}})
    for (const int parts : {1, 4}) {
      const bool one = (tile == Kernel::kMedium && parts == 1) ||
                       (tile == Kernel::kFlat && parts > 1) ||
                       (tile == Kernel::kClusterMedium && parts == 1) ||
                       (tile == Kernel::kClusterSmall && parts > 1);
      if (selection.few && !one) continue;
      const auto f = by(name, {tile, parts});
      edges.views(f, kAllOrders);
      if (!selection.few) edges.offsets(f, kAllOrders);
    }
  for (const auto& [name, kernel] : {std::pair{"dot", Kernel::kDot},
                                     {"block dot", Kernel::kBlockDot},
                                     {"along", Kernel::kAlong}})
    if (!selection.few || kernel == Kernel::kAlong)
      edges.views(by(name, {kernel, 1}), kAllOrders, {{3, 13, 64}, {1, 40, 90}, {67, 4, 300}});
  edges.views(by("along", {Kernel::kAlong, 4}), kAllOrders, {{40, 3, 530}});
  edges.views(by("short k", {Kernel::kShortK, 1}), kAllOrders, edges.sizes_of_short_k());
  if (!selection.few)
    edges.views(by("short k, spread", {Kernel::kShortK, 2}), {"rrr", "ccr"},
                edges.sizes_of_short_k());
  edges.views(band_of_doubles(), {"ccr", "crr"}, {{130, 5, 300}, {64, 1, 100}, {7, 3, 33}});
}

}  // namespace gemm

int main(int argc, char** argv) {
  using namespace gemm;
  gallery::Program program(argc, argv, "gemm_types",
                           "FP8, int8 and double where it is easily wrong");
  const Selection selection{
      program.text("only", "all", "views, offsets, zeros, workspace, errors, steps, or all"),
      program.integer("few", 0, 0, 1, "1: fewer kernels, orders and sizes") == 1};
  const std::string types = program.text("types", "qid", "q FP8, i int8, d double");
  program.start();
  gallery::DeviceArray<float> workspace(2 << 20);
  const auto wants = [&](char letter) { return types.find(letter) != std::string::npos; };
  if (wants('d')) check_double(program, selection, workspace);
  if (wants('i')) check_int8(program, selection, workspace);
  if (wants('q')) {
    check_fp8<e4m3, bf16>(program, selection, kFp8, Fp8Sums::kPromoted, workspace);
    if (selection.wants("steps")) check_formats<Formats<e4m3, e5m2>>(program, selection, workspace);
#ifndef GEMM_FEW
    check_fp8<Formats<e4m3, e5m2>, bf16>(program, selection, kFp8, Fp8Sums::kPromoted, workspace);
    check_fp8<e4m3, float>(program, selection, kFp8FastToFloat, Fp8Sums::kFast, workspace);
    if (!selection.few) {
      check_fp8<e4m3, float>(program, selection, kFp8ToFloat, Fp8Sums::kPromoted, workspace);
      check_fp8<e5m2, bf16>(program, selection, kFp8Fast, Fp8Sums::kFast, workspace);
      check_fp8<e5m2, bf16>(program, selection, kFp8, Fp8Sums::kPromoted, workspace);
    }
#endif
  }
  return program.finish();
}

// SPDX-License-Identifier: Apache-2.0
// bf16 and TF32 under the tests of edges.h: the front functions in all orders, the steps in rows.
#include "edges.h"
#include "gemm.cuh"
#include "tensor_gemm.cuh"
#include "wgmma_tma.cuh"

namespace gemm {

template <class Out>
using Step = cudaError_t (*)(const Problem<bf16, Out>&, cudaStream_t);

template <class T, class Walk, class Store, class Out>
cudaError_t specialised(const Problem<bf16, Out>& p, cudaStream_t stream) {
  return launch_warp_specialised<T, Order::kRow, Order::kRow, Walk, Store>(p, Plain{}, 1, stream);
}
// A box store refuses a C that it would overrun; that is checked here, too.
template <class T, class Out>
cudaError_t box_store(const Problem<bf16, Out>& p, cudaStream_t stream) {
  const cudaError_t error = specialised<T, PersistentWalk, BoxStore<Plain>>(p, stream);
  if (fits_box_store(p) && p.beta == 0.0f) return error;
  if (error != cudaErrorInvalidValue) return cudaErrorUnknown;
  return specialised<TensorTile<128, 256, 4, 1>, OnePiece, DirectStore<Plain>>(p, stream);
}

// The step where it takes A and B as they are, else the front function.
template <class Out>
Function<bf16, Out> in_rows(const char* name, Step<Out> step) {
  return {name, [step](const Problem<bf16, Out>& p, float* memory, size_t room) {
            if (!fits_tensor_map(p.a) || !fits_tensor_map(p.b)) return gemm(p, memory, room, 0);
            return step(p, 0);
          }};
}

// A way that the front function may never choose at sizes as small as these; with several parts
// where k has as many steps.
template <class Plan, class In, class Out>
Function<In, Out> by_way(const std::string& name, Kernel kernel, int parts, int width = 0) {
  return {name + " x" + std::to_string(parts),
          [=](const Problem<In, Out>& p, float* memory, size_t room) {
            Plan plan(p, memory, room);
            return by_blas_rules(plan.p, 0, [&] {
              const cudaError_t error = plan.prepare();
              if (error != cudaSuccess) return error;
              bool can = kernel != Kernel::kBand && kernel != Kernel::kTurned;
              plan.each_way([&](Way way) {
                can = can || (way.kernel == kernel && way.width == width &&
                              (width == 0 || way.parts == parts));
              });
              return plan.launch(can ? Way{kernel, parts, width} : Way{Kernel::kMmaSync, 1}, 0);
            });
          }};
}

// Every kernel of tensor_gemm.cuh in every order, with k whole and in parts; and step 18.
template <class Plan, class In, class Out>
void check_ways(Edges<In, Out>& edges, const std::vector<std::pair<const char*, Kernel>>& kernels) {
  for (const auto& [name, kernel] : kernels)
    for (int parts : {1, 3}) {
      const bool whole = kernel == (sizeof(In) == 4 ? Kernel::kLarge : Kernel::kSmall);
      if (whole && parts != 1) continue;
      if (kernel >= Kernel::kClusterLarge && parts != 1) parts = 8;  // one that can be a cluster
      const auto f = by_way<Plan, In, Out>(std::string("gemm by ") + name, kernel, parts);
      edges.views(f, kAllOrders);
      edges.offsets(f, kAllOrders);
    }
  for (const int parts : {1, 8}) {
    const auto f = by_way<Plan, In, Out>("gemm by strip", Kernel::kStrip, parts);
    edges.views(f, kAllOrders);
    edges.offsets(f, kAllOrders);
  }
  for (const int parts : {1, 4})
    edges.views(by_way<Plan, In, Out>("gemm by along", Kernel::kAlong, parts), kAllOrders);
  for (const int parts : {1, 2})
    edges.views(by_way<Plan, In, Out>("gemm by band", Kernel::kBand, parts), kAllOrders);
  if constexpr (sizeof(In) == 2)
    for (const int width : kWidths)
      for (const int parts : {1, 2})
        edges.views(by_way<Plan, In, Out>("gemm by rows in eights, " + std::to_string(width),
                                          Kernel::kTurned, parts, width),
                    {"rrr", "rcr", "rcc", "ccc"}, {{100, 136, 64}, {67, 260, 1100}});
  for (const int spread : {1, 2})
    edges.views(by_way<Plan, In, Out>("gemm by short k", Kernel::kShortK, spread), kAllOrders,
                edges.sizes_of_short_k());
}

template <class Out>
void check_bf16(Edges<bf16, Out>& edges) {
  check_ways<Bf16Plan<Out>>(edges, {{"large", Kernel::kLarge},
                                    {"medium", Kernel::kMedium},
                                    {"small", Kernel::kSmall},
                                    {"alone", Kernel::kAlone},
                                    {"narrow", Kernel::kNarrow},
                                    {"wide", Kernel::kWide},
                                    {"medium, clusters of four", Kernel::kMediumFour},
                                    {"wide, clusters of four", Kernel::kWideFour},
                                    {"tall", Kernel::kTall},
                                    {"tallest", Kernel::kTallest},
                                    {"big", Kernel::kBig},
                                    {"clusters, large", Kernel::kClusterLarge},
                                    {"clusters, medium", Kernel::kClusterMedium},
                                    {"clusters, small", Kernel::kClusterSmall}});
  edges.front({"gemm", [](const Problem<bf16, Out>& p, float* memory, size_t room) {
                 return gemm(p, memory, room, 0);
               }});
  const Function<bf16, Out> sync{"10 mma.sync", [](const Problem<bf16, Out>& p, float*, size_t) {
                                   return mma_sync(p.with_c_in_rows(), 0);
                                 }};
  edges.views(sync, kAllOrders);
  edges.offsets(sync, kAllOrders);
  edges.zeros(sync);
  using T = TensorTile<128, 256, 4, 1>;
  using TwoBlocks = TensorTile<128, 256, 4, 2>;
  using Direct = DirectStore<Plain>;
  for (const auto& f :
       {in_rows<Out>("11 wgmma and TMA", launch_wgmma_tma<Order::kRow, Order::kRow, Out>),
        in_rows<Out>("12 warp specialised", specialised<T, OnePiece, Direct, Out>),
        in_rows<Out>("13 persistent", specialised<T, PersistentWalk, Direct, Out>),
        in_rows<Out>("14 clusters", specialised<TwoBlocks, PersistentWalk, Direct, Out>),
        in_rows<Out>("15 box store", box_store<TwoBlocks, Out>),
        in_rows<Out>("16 ping-pong", box_store<PingPongTile<128, 128, 6, 2>, Out>)}) {
    edges.views(f, {"rrr"});
    edges.offsets(f, {"rrr"});
  }
}

void check_tensor(gallery::Program& program, const Selection& selection,
                  gallery::DeviceArray<float>& workspace) {
  Edges<float, float> tf32(program, selection, kTf32, workspace);
  tf32.front({"gemm", [](const FloatProblem& p, float* memory, size_t room) {
                return gemm_tf32(p, memory, room, 0);
              }});
  check_ways<Tf32Plan>(tf32, {{"large", Kernel::kLarge},
                              {"medium", Kernel::kMedium},
                              {"small", Kernel::kSmall},
                              {"narrow", Kernel::kNarrow},
                              {"clusters, large", Kernel::kClusterLarge},
                              {"clusters, medium", Kernel::kClusterMedium},
                              {"clusters, small", Kernel::kClusterSmall}});
  const Function<float, float> sync{"10 mma.sync", [](const FloatProblem& p, float*, size_t) {
                                      return mma_sync(p.with_c_in_rows(), 0);
                                    }};
  tf32.views(sync, kAllOrders);
  tf32.offsets(sync, kAllOrders);

  Edges<bf16, bf16> to_bf16(program, selection, kBf16, workspace);
  check_bf16(to_bf16);
  Edges<bf16, float> to_float(program, selection, kBf16ToFloat, workspace);
  check_bf16(to_float);
}

}  // namespace gemm

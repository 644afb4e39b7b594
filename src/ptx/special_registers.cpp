// SPDX-License-Identifier: Apache-2.0
#include "ptx/special_registers.h"

#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

struct Row {
  StringLiteral name;
  Intrinsic::ID id;
};

constexpr Row kRows[] = {
    {"%tid.x", Intrinsic::nvvm_read_ptx_sreg_tid_x},
    {"%tid.y", Intrinsic::nvvm_read_ptx_sreg_tid_y},
    {"%tid.z", Intrinsic::nvvm_read_ptx_sreg_tid_z},
    {"%ntid.x", Intrinsic::nvvm_read_ptx_sreg_ntid_x},
    {"%ntid.y", Intrinsic::nvvm_read_ptx_sreg_ntid_y},
    {"%ntid.z", Intrinsic::nvvm_read_ptx_sreg_ntid_z},
    {"%ctaid.x", Intrinsic::nvvm_read_ptx_sreg_ctaid_x},
    {"%ctaid.y", Intrinsic::nvvm_read_ptx_sreg_ctaid_y},
    {"%ctaid.z", Intrinsic::nvvm_read_ptx_sreg_ctaid_z},
    {"%nctaid.x", Intrinsic::nvvm_read_ptx_sreg_nctaid_x},
    {"%nctaid.y", Intrinsic::nvvm_read_ptx_sreg_nctaid_y},
    {"%nctaid.z", Intrinsic::nvvm_read_ptx_sreg_nctaid_z},
    {"%clusterid.x", Intrinsic::nvvm_read_ptx_sreg_clusterid_x},
    {"%clusterid.y", Intrinsic::nvvm_read_ptx_sreg_clusterid_y},
    {"%clusterid.z", Intrinsic::nvvm_read_ptx_sreg_clusterid_z},
    {"%nclusterid.x", Intrinsic::nvvm_read_ptx_sreg_nclusterid_x},
    {"%nclusterid.y", Intrinsic::nvvm_read_ptx_sreg_nclusterid_y},
    {"%nclusterid.z", Intrinsic::nvvm_read_ptx_sreg_nclusterid_z},
    {"%cluster_ctaid.x", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_x},
    {"%cluster_ctaid.y", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_y},
    {"%cluster_ctaid.z", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_z},
    {"%cluster_nctaid.x", Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_x},
    {"%cluster_nctaid.y", Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_y},
    {"%cluster_nctaid.z", Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_z},
    {"%cluster_ctarank", Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank},
    {"%cluster_nctarank", Intrinsic::nvvm_read_ptx_sreg_cluster_nctarank},
    {"%is_explicit_cluster", Intrinsic::nvvm_is_explicit_cluster},
    {"%laneid", Intrinsic::nvvm_read_ptx_sreg_laneid},
    {"%warpid", Intrinsic::nvvm_read_ptx_sreg_warpid},
    {"%nwarpid", Intrinsic::nvvm_read_ptx_sreg_nwarpid},
    {"%smid", Intrinsic::nvvm_read_ptx_sreg_smid},
    {"%gridid", Intrinsic::nvvm_read_ptx_sreg_gridid},
    {"%lanemask_eq", Intrinsic::nvvm_read_ptx_sreg_lanemask_eq},
    {"%lanemask_le", Intrinsic::nvvm_read_ptx_sreg_lanemask_le},
    {"%lanemask_lt", Intrinsic::nvvm_read_ptx_sreg_lanemask_lt},
    {"%lanemask_ge", Intrinsic::nvvm_read_ptx_sreg_lanemask_ge},
    {"%lanemask_gt", Intrinsic::nvvm_read_ptx_sreg_lanemask_gt},
    {"%clock", Intrinsic::nvvm_read_ptx_sreg_clock},
    {"%clock64", Intrinsic::nvvm_read_ptx_sreg_clock64},
    {"%globaltimer", Intrinsic::nvvm_read_ptx_sreg_globaltimer},
    {"%dynamic_smem_size", Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size},
    {"%total_smem_size", Intrinsic::nvvm_read_ptx_sreg_total_smem_size},
};

// Halves of 64 bits.
struct HalfRow {
  StringLiteral name;
  Intrinsic::ID id;
  unsigned shift;
};
constexpr HalfRow kHalves[] = {
    {"%clock_hi", Intrinsic::nvvm_read_ptx_sreg_clock64, 32},
    {"%globaltimer_lo", Intrinsic::nvvm_read_ptx_sreg_globaltimer, 0},
    {"%globaltimer_hi", Intrinsic::nvvm_read_ptx_sreg_globaltimer, 32},
};

}  // namespace

Value* read_special_register(Emitter& e, StringRef name) {
  for (const auto& row : kRows) {
    if (row.name == name) return e.intrinsic(row.id, {});
  }
  for (const auto& row : kHalves) {
    if (row.name != name) continue;
    return e.b.CreateTrunc(e.b.CreateLShr(e.intrinsic(row.id, {}), row.shift), e.b.getInt32Ty());
  }
  return nullptr;
}

std::vector<std::string> special_register_names() {
  std::vector<std::string> names;
  for (const auto& row : kRows) names.push_back(row.name.str());
  for (const auto& row : kHalves) names.push_back(row.name.str());
  return names;
}

}  // namespace heddle::ptx

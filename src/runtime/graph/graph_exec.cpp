// SPDX-License-Identifier: Apache-2.0
// Executable graphs.
#include "runtime/graph/graph.h"

namespace heddle::runtime {
namespace {

constexpr unsigned long long kKnownFlags = engine::kAutoFreeOnLaunch | engine::kUploadAtOnce |
                                           engine::kDeviceLaunch | engine::kUseNodePriority;

bool has_unused_conditional(const Graph& graph) {
  for (const auto& conditional : graph.conditionals()) {
    if (!conditional->has_node) return true;
  }
  return false;
}

// `failed`: the node that cannot be made executable, if it is one.
Error instantiate(cudaGraphExec_t* out, cudaGraph_t handle, unsigned long long flags,
                  const Node** failed) {
  *failed = nullptr;
  Graph* graph = graph_of(handle);
  if (!out || !graph || (flags & ~kKnownFlags) || has_unused_conditional(*graph)) {
    return Error::kInvalidValue;
  }
  HEDDLE_RETURN_IF_ERROR(current_device().status());
  std::shared_ptr<GraphExec> made;
  const Error error = GraphExec::make(the_engine().graph_services(), *graph, flags, &made, failed);
  if (ok(error)) {
    *out = reinterpret_cast<cudaGraphExec_t>(the_engine().graphs().execs.add(std::move(made)));
  }
  return error;
}

}  // namespace

HEDDLE_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t* out, cudaGraph_t graph,
                                            unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(out, graph, flags);
}

HEDDLE_API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* out, cudaGraph_t graph,
                                                     unsigned long long flags) {
  return on_graph([&] {
    const Node* failed = nullptr;
    return instantiate(out, graph, flags, &failed);
  });
}

HEDDLE_API cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* out, cudaGraph_t graph,
                                                      cudaGraphInstantiateParams* params) {
  return on_graph([&] {
    if (!params) return Error::kInvalidValue;
    params->errNode_out = nullptr;
    params->result_out = cudaGraphInstantiateError;
    if (!graph_of(graph)) return Error::kInvalidValue;
    Stream* stream = nullptr;
    if (params->flags & engine::kUploadAtOnce) {
      HEDDLE_RETURN_IF_ERROR(stream_of(params->uploadStream, &stream));
    }
    if (has_unused_conditional(*graph_of(graph))) {
      params->result_out = cudaGraphInstantiateConditionalHandleUnused;
      return Error::kInvalidValue;
    }
    const Node* failed = nullptr;
    const Error error = instantiate(out, graph, params->flags, &failed);
    params->errNode_out = failed ? handle_of(failed) : nullptr;
    if (ok(error)) params->result_out = cudaGraphInstantiateSuccess;
    if (error == Error::kNotSupported) {
      params->result_out = cudaGraphInstantiateNodeOperationNotSupported;
    }
    return error;
  });
}

HEDDLE_API cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t handle, unsigned long long* flags) {
  return on_graph([&] {
    const auto exec = exec_of(handle);
    if (!exec || !flags) return Error::kInvalidValue;
    *flags = exec->flags() & ~engine::kUploadAtOnce;
    return Error::kSuccess;
  });
}

// All of a graph is where it runs from the start; device code launches it as it is now.
HEDDLE_API cudaError_t cudaGraphUpload(cudaGraphExec_t handle, cudaStream_t stream) {
  const auto exec = exec_of(handle);
  if (!exec) return answer(Error::kInvalidValue);
  return on_stream(stream, [&](Stream& s) {
    return s.is_capturing() ? the_engine().captures().refuse(s) : exec->upload();
  });
}

HEDDLE_API cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream) {
  const auto exec = exec_of(handle);
  if (!exec) return answer(Error::kInvalidValue);
  return on_stream(stream, [&](Stream& s) {
    if (!s.is_capturing()) [[likely]]
      return exec->launch(s);
    engine::ChildWork work;
    if (Error error = exec->as_graph(&work.graph); !ok(error)) {
      (void)the_engine().captures().refuse(s);
      return error;
    }
    return the_engine().captures().add(s, std::move(work));
  });
}

// Launches that have not ended end all the same.
HEDDLE_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t handle) {
  return on_graph([&] {
    auto& execs = the_engine().graphs().execs;
    const bool was = execs.remove(reinterpret_cast<GraphExec*>(handle)) != nullptr;
    return was ? Error::kSuccess : Error::kInvalidValue;
  });
}

HEDDLE_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph,
                                           cudaGraphExecUpdateResultInfo* info) {
  return on_graph([&] {
    const auto exec = exec_of(handle);
    const Graph* to = graph_of(graph);
    if (info) *info = {cudaGraphExecUpdateError, nullptr, nullptr};
    if (!exec || !to) return Error::kInvalidValue;
    const engine::UpdateReport report = exec->update(*to);
    if (info) {
      *info = {static_cast<cudaGraphExecUpdateResult>(report.result),
               report.node ? handle_of(report.node) : nullptr,
               report.from ? handle_of(report.from) : nullptr};
    }
    return report.result == engine::UpdateResult::kSuccess ? Error::kSuccess
                                                           : Error::kGraphExecUpdateFailure;
  });
}

HEDDLE_API cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t handle, cudaGraphNode_t node,
                                               unsigned enabled) {
  return on_graph([&] {
    const auto exec = exec_of(handle);
    const Node* of = node_of(node);
    return exec && of ? exec->set_enabled(*of, enabled != 0) : Error::kInvalidValue;
  });
}

HEDDLE_API cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t handle, cudaGraphNode_t node,
                                               unsigned* enabled) {
  return on_graph([&] {
    const auto exec = exec_of(handle);
    const Node* of = node_of(node);
    bool is = false;
    if (!exec || !of || !enabled) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(exec->enabled(*of, &is));
    *enabled = is;
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime

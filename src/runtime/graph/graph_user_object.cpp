// SPDX-License-Identifier: Apache-2.0
// User objects: resources of the program that live as long as graphs that use them.
#include "runtime/graph/graph.h"

namespace heddle::runtime {
namespace {

using engine::UserObject;

std::shared_ptr<UserObject> object_of(cudaUserObject_t handle) {
  return the_engine().graphs().user_objects.find(reinterpret_cast<UserObject*>(handle));
}

bool countable(unsigned count) {
  return count > 0 && count <= INT32_MAX;
}

}  // namespace

HEDDLE_API cudaError_t cudaUserObjectCreate(cudaUserObject_t* out, void* data, cudaHostFn_t destroy,
                                            unsigned count, unsigned flags) {
  return on_graph([&] {
    if (!out || !destroy || !countable(count) || flags != cudaUserObjectNoDestructorSync) {
      return Error::kInvalidValue;
    }
    auto& objects = the_engine().graphs().user_objects;
    auto made = std::make_shared<UserObject>(
        [=] {
          const InHostFunction here;
          destroy(data);
        },
        count);
    *out = reinterpret_cast<cudaUserObject_t>(objects.add(std::move(made)));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaUserObjectRetain(cudaUserObject_t handle, unsigned count) {
  return on_graph([&] {
    const auto object = object_of(handle);
    if (!object || !countable(count)) return Error::kInvalidValue;
    object->retain(count);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaUserObjectRelease(cudaUserObject_t handle, unsigned count) {
  return on_graph([&] {
    const auto object = object_of(handle);
    if (!object || !countable(count)) return Error::kInvalidValue;
    return object->release(count);
  });
}

HEDDLE_API cudaError_t cudaGraphRetainUserObject(cudaGraph_t handle, cudaUserObject_t object_handle,
                                                 unsigned count, unsigned flags) {
  return on_graph([&] {
    Graph* graph = graph_of(handle);
    const auto object = object_of(object_handle);
    if (!graph || !object || !countable(count) || (flags & ~unsigned{cudaGraphUserObjectMove})) {
      return Error::kInvalidValue;
    }
    graph->user_objects.add(object, count, (flags & cudaGraphUserObjectMove) != 0);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphReleaseUserObject(cudaGraph_t handle,
                                                  cudaUserObject_t object_handle, unsigned count) {
  return on_graph([&] {
    Graph* graph = graph_of(handle);
    const auto object = object_of(object_handle);
    if (!graph || !object || !countable(count)) return Error::kInvalidValue;
    return graph->user_objects.remove(object, count);
  });
}

}  // namespace heddle::runtime

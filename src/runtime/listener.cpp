// SPDX-License-Identifier: Apache-2.0
// Tools of this process: see probes/listener.h.
#include "probes/listener.h"

#include "runtime/runtime.h"

__attribute__((visibility("default"))) void heddle_add_listener(
    heddle::probes::Listener* listener) {
  heddle::runtime::the_engine().listeners().add(listener);
}

__attribute__((visibility("default"))) void heddle_remove_listener(
    heddle::probes::Listener* listener) {
  heddle::runtime::the_engine().listeners().remove(listener);
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::engine {

class GraphTable;
class Launcher;
class PointerTable;

// What graphs need to become executable and to run.
struct GraphServices {
  Launcher& launcher;
  const PointerTable& pointers;
  GraphTable& table;
};

}  // namespace heddle::engine

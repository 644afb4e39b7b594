// SPDX-License-Identifier: Apache-2.0
// The litmus tests: their programs, and what they may not find. No CUDA here: rules_test.cpp holds
// the table against the sequentially consistent outcomes and against what an H200 showed.
#pragma once

namespace litmus {

// What a way to access memory promises.
enum class Strength { kRelaxed, kAcquireRelease, kSequential };

struct Outcome {
  unsigned r[4];  // what the threads have read, 0 where they did not
  unsigned x, y;  // what is there in the end
};

struct Test {
  const char* name;
  const char* program;  // thread | thread ...; W x1: write 1 to x, R x: read x
  unsigned threads;
  const char* values;  // of the outcome, those that are printed; reads fill r in their order
  Strength needs;      // from here on `forbidden` is forbidden
  bool (*forbidden)(const Outcome& o);
  const char* rule;  // in words
};

enum Name { kSB, kLB, kMP, kS, kR, kW22, kIRIW, kCoRR, kCoWR, kCoRW, kCoWW, kNames };

inline const Test kTests[kNames] = {
    {"SB", "W x1, R y | W y1, R x", 2, "01", Strength::kSequential,
     [](const Outcome& o) { return o.r[0] == 0 && o.r[1] == 0; }, "both read 0"},
    {"LB", "R y, W x1 | R x, W y1", 2, "01", Strength::kAcquireRelease,
     [](const Outcome& o) { return o.r[0] == 1 && o.r[1] == 1; }, "both read 1"},
    {"MP", "W x1, W y1 | R y, R x", 2, "23", Strength::kAcquireRelease,
     [](const Outcome& o) { return o.r[2] == 1 && o.r[3] == 0; }, "reads y1, then x0"},
    {"S", "W x2, W y1 | R y, W x1", 2, "1x", Strength::kAcquireRelease,
     [](const Outcome& o) { return o.r[1] == 1 && o.x == 2; }, "reads y1, x ends as 2"},
    {"R", "W x1, W y1 | W y2, R x", 2, "1y", Strength::kSequential,
     [](const Outcome& o) { return o.r[1] == 0 && o.y == 2; }, "y ends as 2, reads x0"},
    {"2+2W", "W x1, W y2 | W y1, W x2", 2, "xy", Strength::kSequential,
     [](const Outcome& o) { return o.x == 1 && o.y == 1; }, "both end as 1"},
    {"IRIW", "W x1 | W y1 | R x, R y | R y, R x", 4, "0123", Strength::kSequential,
     [](const Outcome& o) { return o.r[0] == 1 && o.r[1] == 0 && o.r[2] == 1 && o.r[3] == 0; },
     "the readers see the writes in different orders"},
    {"CoRR", "W x1, W x2 | R x, R x", 2, "23x", Strength::kRelaxed,
     [](const Outcome& o) { return o.r[3] < o.r[2] || o.x != 2; },
     "the second read is older, or x ends as 1"},
    {"CoWR", "W x1, R x | W x2", 2, "0x", Strength::kRelaxed,
     [](const Outcome& o) { return o.r[0] == 0 || (o.r[0] == 2 && o.x == 1) || o.x == 0; },
     "reads what is older than its own write"},
    {"CoRW", "R x, W x1 | W x2", 2, "0x", Strength::kRelaxed,
     [](const Outcome& o) { return o.r[0] == 1 || (o.r[0] == 2 && o.x == 2) || o.x == 0; },
     "reads its own write, or what comes after it"},
    {"CoWW", "W x1, W x2 | W x3", 2, "x", Strength::kRelaxed,
     [](const Outcome& o) { return o.x < 2; }, "the first of two writes is final"},
};

}  // namespace litmus

// SPDX-License-Identifier: Apache-2.0
// Events of a time line on their way to `heddle profile`: lines of JSON in a file of this process,
// as tools/record_file.h has them. Each is there at once (mapped_lines.h): a process may be killed
// at any time.
//
//     {"call":["cudaMalloc",4711,100,250,0]}          name, thread, begin, end, error
//     {"range":{...}}, {"span":{...}}, {"mark":{...}} what the program named
//     {"counter":["queue","","items",120,[["value",3]]]}  name, domain, unit, time, values
//     {"left_out":["queue",3]}                        samples of a counter whose times are not
//     known
//     {"thread":[4711,"loader"]}                      names of threads and streams
//     {"stream":[3,0,"stream"]}                       number, device, what it is
//     {"name_stream":[3,"upload"]}
//     {"given":[17,3,0,4711,120,"stream"]}            work, stream, device, thread, time, as above
//     {"graph":[17,5]}                                work, nodes: they have numbers 18 to 22
//     {"kernel":{...}}, {"copy":{...}}                what a stream did
//     {"host":[17,300,400]}, {"graph_run":[17,300,400]}
//     {"end":true}                                    the process came to its end
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "tools/trace/mapped_lines.h"

namespace heddle::tools {

// Nanoseconds of the monotonic clock.
std::int64_t now();
// Of the calling thread.
std::uint64_t thread_number();
// A string of JSON, quotes and all.
std::string json_string(std::string_view text);

class EventLines {
 public:
  // The file is made with the first event, so that processes without any leave none.
  explicit EventLines(std::string folder);

  void add(const std::string& line);
  // The last event of this process.
  void end();

 private:
  void begin_process();
  void write(const std::string& line);

  const std::string folder_;
  std::mutex mutex_;
  std::unique_ptr<MappedLines> file_;
  int process_ = 0;  // a child of fork begins anew
};

}  // namespace heddle::tools

// SPDX-License-Identifier: Apache-2.0
#include "nccl/group.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "nccl/launch.h"
#include "nccl/threads.h"

namespace heddle::nccl {
namespace {

struct Open {
  int depth = 0;
  Result failure = ncclSuccess;
  std::vector<Job> jobs;
  std::vector<std::pair<CommRef, std::vector<Given>>> given;
};
thread_local Open open;

// Of a communicator that others ask how far it is, the answer goes there.
Result run_job(const Job& job) {
  const Result result = job.run();
  if (!job.comm->blocking) {
    job.comm->peers->state = result;
  } else if (result != ncclSuccess && job.made) {
    forget(std::exchange(*job.made, nullptr));
  }
  return result;
}

Result run_jobs(std::vector<Job>& jobs) {
  std::vector<std::thread> threads;
  std::deque<Result> results;
  Result all = ncclSuccess;
  for (Job& job : jobs) {
    if (!job.comm->blocking) {
      const CommRef comm = job.comm;
      if (comm->job.joinable()) comm->job.join();
      comm->peers->state = ncclInProgress;
      comm->job = start_thread([job = std::move(job)] { run_job(job); });
      all = ncclInProgress;
    } else {
      Result& result = results.emplace_back(ncclSuccess);
      threads.push_back(start_thread([&job, &result] { result = run_job(job); }));
    }
  }
  for (std::thread& thread : threads) thread.join();
  const auto failed = std::find_if(results.begin(), results.end(),
                                   [](Result result) { return result != ncclSuccess; });
  return failed != results.end() ? *failed : all;
}

// What a rank sends to itself it receives in the same group.
Result check_self(const Comm& comm, const std::vector<Given>& given) {
  std::deque<std::uint64_t> sent, received;
  for (const Given& each : given) {
    if (each.task.kind != Tag::kSendRecv || each.task.root != comm.peers->rank) continue;
    (each.task.sends ? sent : received).push_back(each.task.bytes());
  }
  if (sent == received) return ncclSuccess;
  return fail(ncclInvalidUsage,
              "a rank sends to itself what it does not receive from itself in the same group");
}

}  // namespace

void Group::start() {
  ++open.depth;
}

bool Group::is_open() {
  return open.depth > 0;
}

Result Group::end() {
  if (open.depth == 0) return fail(ncclInvalidUsage, "ncclGroupEnd: there was no ncclGroupStart");
  if (--open.depth > 0) return ncclSuccess;
  Open ended = std::exchange(open, {});
  if (ended.failure != ncclSuccess) {
    for (const Job& job : ended.jobs)
      if (job.made) forget(std::exchange(*job.made, nullptr));
    return ended.failure;
  }
  const Result jobs = run_jobs(ended.jobs);
  if (jobs != ncclSuccess && jobs != ncclInProgress) return jobs;
  for (const auto& [comm, given] : ended.given) HEDDLE_NCCL_TRY(check_self(*comm, given));
  for (const auto& [comm, given] : ended.given) HEDDLE_NCCL_TRY(launch(*comm, given));
  return jobs;
}

void Group::add(Job job) {
  open.jobs.push_back(std::move(job));
}

void Group::add(const CommRef& comm, const Task& task, cudaStream_t stream) {
  const auto of = std::find_if(open.given.begin(), open.given.end(),
                               [&](const auto& each) { return each.first == comm; });
  auto& given = of != open.given.end() ? of->second
                                       : open.given.emplace_back(comm, std::vector<Given>()).second;
  given.push_back({task, stream});
}

void Group::failed(Result result) {
  if (open.failure == ncclSuccess) open.failure = result;
}

}  // namespace heddle::nccl

HEDDLE_NCCL ncclGroupStart() {
  heddle::nccl::Group::start();
  return ncclSuccess;
}
HEDDLE_NCCL ncclGroupEnd() {
  return heddle::nccl::Group::end();
}
// Nobody knows here how long it would take.
HEDDLE_NCCL ncclGroupSimulateEnd(ncclSimInfo_t*) {
  using namespace heddle::nccl;
  return fail_aloud(ncclInvalidUsage,
                    "ncclGroupSimulateEnd is not supported: there is no estimate of times");
}

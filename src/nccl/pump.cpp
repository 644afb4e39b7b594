// SPDX-License-Identifier: Apache-2.0
#include "nccl/pump.h"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include "nccl/segment.h"
#include "nccl/threads.h"

namespace heddle::nccl {

struct Pump::Line : Connection {
  explicit Line(Connection made) : Connection(std::move(made)) {}
  // On its way out.
  Frame out_frame;
  const std::byte* out_data = nullptr;
  std::uint64_t out_bytes = 0, out_done = 0;  // of frame and data
  bool sending = false, shut = false, ended = false;
  std::uint64_t sent[kChannels] = {}, told_read[kChannels] = {};
  // On its way in.
  Frame in_frame;
  std::uint64_t in_done = 0;

  bool carries() const { return !in.empty(); }
  bool has_more() const {
    if (sending) return true;
    if (!carries() || ended || shut) return false;
    for (std::uint32_t c = 0; c < kChannels; ++c) {
      if (out[c]->written.load(std::memory_order_acquire) != sent[c] ||
          in[c]->read.load(std::memory_order_acquire) != told_read[c])
        return true;
    }
    return false;
  }
};

Pump::Pump() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
Pump::~Pump() {
  close(event_);
}

std::shared_ptr<Pump> Pump::start(std::vector<Connection> connections, std::shared_ptr<Segment> own,
                                  std::shared_ptr<void> held) {
  std::shared_ptr<Pump> pump(new Pump);
  for (Connection& each : connections)
    pump->lines_.push_back(std::make_unique<Line>(std::move(each)));
  pump->own_ = std::move(own);
  pump->held_ = std::move(held);
  // The thread may be the last that holds it.
  start_thread([pump] { pump->run(); }).detach();
  return pump;
}

void Pump::wake() {
  if (woken_.exchange(true)) return;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(event_, &one, sizeof(one));
}

void Pump::finish() {
  finishing_ = true;
  wake();
  // As the process may end next.
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!flushed_.load() && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

void Pump::break_off() {
  broken_ = true;
  wake();
}

void Pump::end(Line& line) {
  line.ended = true;
  line.sending = false;
  line.gone->store(true, std::memory_order_release);
  own_->bell().ring();
}

bool Pump::next_frame(Line& line) {
  for (std::uint32_t c = 0; c < kChannels && line.carries(); ++c) {
    const std::uint64_t read = line.in[c]->read.load(std::memory_order_acquire);
    if (read != line.told_read[c]) {
      line.out_frame = {Frame::kRead, c, read, 0, 0, 0};
      line.out_bytes = sizeof(Frame);
      line.told_read[c] = read;
      return true;
    }
    Ring& ring = *line.out[c];
    if (ring.written.load(std::memory_order_acquire) != line.sent[c]) {
      const Slot& slot = ring.slot(line.sent[c]);
      line.out_frame = {Frame::kData, c, slot.bytes, slot.message, slot.tag, 0};
      line.out_data = ring.place(line.sent[c]);
      line.out_bytes = sizeof(Frame) + slot.bytes;
      ++line.sent[c];
      return true;
    }
  }
  return false;
}

// False: the connection is broken.
bool Pump::send_some(Line& line) {
  while (line.sending || next_frame(line)) {
    if (!line.sending) line.out_done = 0;
    line.sending = true;
    const bool head = line.out_done < sizeof(Frame);
    const auto* const from =
        head ? reinterpret_cast<const std::byte*>(&line.out_frame) + line.out_done
             : line.out_data + (line.out_done - sizeof(Frame));
    const std::uint64_t bytes =
        head ? sizeof(Frame) - line.out_done : line.out_bytes - line.out_done;
    const bool more = head && line.out_bytes > sizeof(Frame);
    const ssize_t sent =
        ::send(line.socket.file(), from, bytes, MSG_NOSIGNAL | (more ? MSG_MORE : 0));
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    line.out_done += static_cast<std::uint64_t>(sent);
    line.sending = line.out_done < line.out_bytes;
  }
  return true;
}

// Where the data of a frame go.
std::byte* Pump::place_of(const Line& line) {
  Ring& ring = *line.in[line.in_frame.channel];
  return ring.place(ring.written.load(std::memory_order_relaxed));
}

// A whole frame has come. False: it is none.
bool Pump::take_frame(Line& line) {
  const Frame& frame = line.in_frame;
  if (frame.kind == Frame::kRead) {
    Ring& ring = *line.out[frame.channel];
    if (frame.value > line.sent[frame.channel]) return false;
    ring.read.store(frame.value, std::memory_order_release);
  } else {
    Ring& ring = *line.in[frame.channel];
    const std::uint64_t number = ring.written.load(std::memory_order_relaxed);
    Slot& slot = ring.slot(number);
    slot.message = frame.message;
    slot.bytes = frame.value;
    slot.memory = nullptr;
    slot.tag = frame.tag;
    ring.written.store(number + 1, std::memory_order_release);
  }
  own_->bell().ring();
  line.in_done = 0;
  return true;
}

// False: the other end has closed, or sends what is no frame.
bool Pump::receive_some(Line& line) {
  while (true) {
    const bool head = line.in_done < sizeof(Frame);
    auto* const to = head ? reinterpret_cast<std::byte*>(&line.in_frame) + line.in_done
                          : place_of(line) + (line.in_done - sizeof(Frame));
    const std::uint64_t whole =
        sizeof(Frame) + (head || line.in_frame.kind == Frame::kRead ? 0 : line.in_frame.value);
    const ssize_t got = ::recv(line.socket.file(), to, whole - line.in_done, 0);
    if (got == 0) return false;
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    line.in_done += static_cast<std::uint64_t>(got);
    if (line.in_done < whole) continue;
    const Frame& frame = line.in_frame;
    if (head) {
      if (!line.carries() || frame.kind > Frame::kRead || frame.channel >= kChannels) return false;
      if (frame.kind == Frame::kData &&
          (frame.value > kSlotBytes || !line.in[frame.channel]->has_space()))
        return false;
      if (frame.kind == Frame::kData && frame.value > 0) continue;
    }
    if (!take_frame(line)) return false;
  }
}

void Pump::run() {
  std::vector<pollfd> asked;
  while (true) {
    woken_.exchange(false);
    if (broken_)
      for (auto& line : lines_) shutdown(line->socket.file(), SHUT_RDWR);
    bool all_ended = true, all_sent = true;
    asked.assign(1, {event_, POLLIN, 0});
    for (auto& line : lines_) {
      if (!line->ended && !line->shut && !send_some(*line)) end(*line);
      if (finishing_ && !line->ended && !line->shut && !line->has_more()) {
        shutdown(line->socket.file(), SHUT_WR);
        line->shut = true;
      }
      int in_kernel = 0;
      if (!line->ended && ioctl(line->socket.file(), SIOCOUTQ, &in_kernel) != 0) in_kernel = 0;
      all_sent = all_sent && (line->ended || (line->shut && in_kernel == 0));
      all_ended = all_ended && line->ended;
      const int events = line->ended ? 0 : line->sending ? POLLIN | POLLOUT : POLLIN;
      asked.push_back({line->ended ? -1 : line->socket.file(), static_cast<short>(events), 0});
    }
    if (all_sent) flushed_ = true;
    if (all_ended) {
      flushed_ = true;
      if (finishing_) return;
    }
    poll(asked.data(), asked.size(), finishing_ && !flushed_ ? 1 : -1);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto drained = read(event_, &count, sizeof(count));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      Line& line = *lines_[i];
      if (!line.ended && asked[i + 1].revents != 0 && !receive_some(line)) end(line);
    }
  }
}

}  // namespace heddle::nccl

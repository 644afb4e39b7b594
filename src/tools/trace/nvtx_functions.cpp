// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/nvtx_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <bit>
#include <cwchar>

namespace heddle::tools {
namespace {

using nvtx::Attributes;
using nvtx::Number;
using nvtx::Text;

// Never destroyed: other destructors of the process may still end ranges.
NamedRanges* ranges = nullptr;
EventLines* lines = nullptr;

void begin(EventLines& to) {
  lines = &to;
  static auto* const made = new NamedRanges(to);
  ranges = made;
}

PayloadSchemas& schemas() {
  static auto* const made = new PayloadSchemas;
  return *made;
}

std::string bytes_of(const char* text) {
  return text ? text : "";
}

// As UTF-8.
std::string bytes_of(const wchar_t* text) {
  std::string out;
  for (; text && *text != 0; ++text) {
    const auto c = std::bit_cast<std::uint32_t>(*text);
    const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
    if (c < 0x80) {
      out += static_cast<char>(c);
    } else if (c < 0x800) {
      out += static_cast<char>(0xc0 | c >> 6);
      tail(0);
    } else if (c < 0x10000) {
      out += static_cast<char>(0xe0 | c >> 12);
      tail(6);
      tail(0);
    } else {
      out += static_cast<char>(0xf0 | (c >> 18 & 7));
      tail(12);
      tail(6);
      tail(0);
    }
  }
  return out;
}

std::string message_of(const Attributes& a) {
  switch (a.text) {
    case Text::kBytes:
      return bytes_of(static_cast<const char*>(a.message));
    case Text::kWide:
      return bytes_of(static_cast<const wchar_t*>(a.message));
    case Text::kRegistered:
      return a.message ? *static_cast<const std::string*>(a.message) : "";
    default:
      return "";
  }
}

std::string payload_of(const Attributes& a) {
  switch (a.number) {
    case Number::kUnsigned64:
      return fmt::format("{}", a.payload.unsigned64);
    case Number::kSigned64:
      return fmt::format("{}", a.payload.signed64);
    case Number::kDouble:
      return fmt::format("{}", a.payload.real64);
    case Number::kUnsigned32:
      return fmt::format("{}", a.payload.unsigned32);
    case Number::kSigned32:
      return fmt::format("{}", a.payload.signed32);
    case Number::kFloat:
      return fmt::format("{}", a.payload.real32);
    default:
      return "";
  }
}

// The default domain's handle may be null.
RangeName name_of(const Attributes* a, const NamedDomain* domain = nullptr) {
  if (!a || a->bytes < sizeof(Attributes)) return {};
  RangeName name{message_of(*a), payload_of(*a), a->category, {}, {}};
  if (a->has_colour == 1) name.colour = a->colour;
  if (static_cast<std::int32_t>(a->number) == nvtx::kBlobs && a->reserved > 0) {
    const auto* blobs = reinterpret_cast<const nvtx::Blob*>(a->payload.unsigned64);
    auto read = schemas().read(domain, {blobs, static_cast<std::size_t>(a->reserved)});
    name.fields = std::move(read.fields);
    if (name.name.empty()) name.name = std::move(read.message);
  }
  return name;
}
RangeName name_of(const char* text) {
  return {bytes_of(text), "", 0, {}, {}};
}
RangeName name_of(const wchar_t* text) {
  return {bytes_of(text), "", 0, {}, {}};
}

template <class What>
void mark(What what) {
  ranges->mark(nullptr, name_of(what));
}
template <class What>
std::uint64_t start(What what) {
  return ranges->start(nullptr, name_of(what));
}
void stop(std::uint64_t number) {
  ranges->stop(number);
}
template <class What>
int push(What what) {
  return ranges->push(nullptr, name_of(what));
}
int pop() {
  return ranges->pop(nullptr);
}
template <class Char>
void name_category(std::uint32_t category, const Char* name) {
  ranges->name_category(nullptr, category, bytes_of(name));
}
template <class Char>
void name_thread(std::uint32_t thread, const Char* name) {
  lines->add(fmt::format(R"({{"thread":[{},{}]}})", thread, json_string(bytes_of(name))));
}

void mark_in(NamedDomain* domain, const Attributes* a) {
  ranges->mark(domain, name_of(a, domain));
}
std::uint64_t start_in(NamedDomain* domain, const Attributes* a) {
  return ranges->start(domain, name_of(a, domain));
}
void stop_in(NamedDomain*, std::uint64_t number) {
  ranges->stop(number);
}
int push_in(NamedDomain* domain, const Attributes* a) {
  return ranges->push(domain, name_of(a, domain));
}
int pop_in(NamedDomain* domain) {
  return ranges->pop(domain);
}
template <class Char>
void name_category_in(NamedDomain* domain, std::uint32_t category, const Char* name) {
  ranges->name_category(domain, category, bytes_of(name));
}
template <class Char>
const void* register_string(NamedDomain*, const Char* text) {
  return ranges->string(bytes_of(text));
}
template <class Char>
NamedDomain* create(const Char* name) {
  return ranges->domain(bytes_of(name));
}

// Of the payload extension.
std::uint64_t register_schema(NamedDomain* domain, const nvtx::Schema* schema) {
  return schema ? schemas().add(domain, *schema) : 0;
}
std::uint64_t register_enum(NamedDomain* domain, const nvtx::Enumeration* enumeration) {
  return enumeration ? schemas().add(domain, *enumeration) : 0;
}
ReadPayload read(NamedDomain* domain, const nvtx::Blob* blobs, std::size_t count) {
  return schemas().read(domain, {blobs, blobs ? count : 0});
}
RangeName name_of(NamedDomain* domain, const nvtx::Blob* blobs, std::size_t count) {
  auto [fields, message] = read(domain, blobs, count);
  return {std::move(message), "", 0, {}, std::move(fields)};
}
void mark_payload(NamedDomain* domain, const nvtx::Blob* blobs, std::size_t count) {
  ranges->mark(domain, name_of(domain, blobs, count));
}
int push_payload(NamedDomain* domain, const nvtx::Blob* blobs, std::size_t count) {
  return ranges->push(domain, name_of(domain, blobs, count));
}
int pop_payload(NamedDomain* domain, const nvtx::Blob* blobs, std::size_t count) {
  return ranges->pop(domain, read(domain, blobs, count));
}
std::uint64_t start_payload(NamedDomain* domain, const nvtx::Blob* blobs, std::size_t count) {
  return ranges->start(domain, name_of(domain, blobs, count));
}
void stop_payload(NamedDomain* domain, std::uint64_t number, const nvtx::Blob* blobs,
                  std::size_t count) {
  ranges->stop(number, read(domain, blobs, count));
}
// Of the counters extension.
NamedCounters* counters = nullptr;

std::uint64_t register_counter(NamedDomain* domain, const nvtx::Counter* counter) {
  return counter ? counters->add(domain, *counter) : 0;
}
template <class Number>
void sample_number(NamedDomain* domain, std::uint64_t counter, Number value) {
  counters->sample(domain, counter, static_cast<double>(value));
}
void sample(NamedDomain* domain, std::uint64_t counter, const void* values, std::size_t bytes) {
  counters->sample(domain, counter,
                   {static_cast<const std::byte*>(values), values ? bytes : std::size_t{0}});
}
void sample_no_value(NamedDomain* domain, std::uint64_t counter, std::uint8_t reason) {
  counters->no_value(domain, counter, static_cast<nvtx::NoValue>(reason));
}
void submit_batch(NamedDomain* domain, const nvtx::CounterBatch* batch) {
  if (batch) counters->batch(domain, *batch);
}

std::int64_t time_stamp() {
  return now();
}
std::uint8_t is_enabled(NamedDomain*) {
  return 1;
}

// The stream's number is the runtime's to say.
template <class Char>
void name_stream(void* stream, const Char* name) {
  using Ask = int (*)(void*, unsigned long long*);
  const auto ask = reinterpret_cast<Ask>(dlsym(RTLD_DEFAULT, "cudaStreamGetId"));
  unsigned long long number = 0;
  if (!ask || ask(stream, &number) != 0) return;
  lines->add(fmt::format(R"({{"name_stream":[{},{}]}})", number, json_string(bytes_of(name))));
}

// One table of a program.
class Table {
 public:
  Table(const nvtx::Callbacks& callbacks, int module) {
    if (!callbacks.table_of(module, &rows_, &size_)) size_ = 0;
  }
  template <class Result, class... Types>
  void put(unsigned place, Result (*function)(Types...)) {
    if (place < size_ && rows_[place]) *rows_[place] = reinterpret_cast<nvtx::Function>(function);
  }

 private:
  nvtx::Function** rows_ = nullptr;
  unsigned size_ = 0;
};

void put_core(Table table) {
  namespace at = nvtx::core;
  table.put(at::kMarkEx, mark<const Attributes*>);
  table.put(at::kMarkA, mark<const char*>);
  table.put(at::kMarkW, mark<const wchar_t*>);
  table.put(at::kRangeStartEx, start<const Attributes*>);
  table.put(at::kRangeStartA, start<const char*>);
  table.put(at::kRangeStartW, start<const wchar_t*>);
  table.put(at::kRangeEnd, stop);
  table.put(at::kRangePushEx, push<const Attributes*>);
  table.put(at::kRangePushA, push<const char*>);
  table.put(at::kRangePushW, push<const wchar_t*>);
  table.put(at::kRangePop, pop);
  table.put(at::kNameCategoryA, name_category<char>);
  table.put(at::kNameCategoryW, name_category<wchar_t>);
  table.put(at::kNameThreadA, name_thread<char>);
  table.put(at::kNameThreadW, name_thread<wchar_t>);
}

void put_domains(Table table) {
  namespace at = nvtx::domains;
  table.put(at::kMarkEx, mark_in);
  table.put(at::kRangeStartEx, start_in);
  table.put(at::kRangeEnd, stop_in);
  table.put(at::kRangePushEx, push_in);
  table.put(at::kRangePop, pop_in);
  table.put(at::kNameCategoryA, name_category_in<char>);
  table.put(at::kNameCategoryW, name_category_in<wchar_t>);
  table.put(at::kRegisterStringA, register_string<char>);
  table.put(at::kRegisterStringW, register_string<wchar_t>);
  table.put(at::kCreateA, create<char>);
  table.put(at::kCreateW, create<wchar_t>);
}

void put_cuda_runtime(Table table) {
  namespace at = nvtx::cuda_runtime;
  table.put(at::kNameStreamA, name_stream<char>);
  table.put(at::kNameStreamW, name_stream<wchar_t>);
}

}  // namespace

bool attach_nvtx(nvtx::GetTable get_table, EventLines& to) {
  const auto* callbacks = static_cast<const nvtx::Callbacks*>(get_table(nvtx::kCallbacks));
  if (!callbacks || callbacks->bytes < sizeof(nvtx::Callbacks)) return false;
  begin(to);
  put_core({*callbacks, nvtx::kCore});
  put_domains({*callbacks, nvtx::kDomains});
  put_cuda_runtime({*callbacks, nvtx::kCudaRuntime});
  return true;
}

template <class Function>
static void put(const nvtx::Extension& extension, unsigned slot, Function* function) {
  const auto& segment = extension.segments[0];
  if (slot < segment.slots) segment.functions[slot] = reinterpret_cast<std::intptr_t>(function);
}

static void attach_payloads(const nvtx::Extension& extension) {
  namespace at = nvtx::payload_slot;
  put(extension, at::kRegisterSchema, register_schema);
  put(extension, at::kRegisterEnum, register_enum);
  put(extension, at::kMark, mark_payload);
  put(extension, at::kRangePush, push_payload);
  put(extension, at::kRangePop, pop_payload);
  put(extension, at::kRangeStart, start_payload);
  put(extension, at::kRangeEnd, stop_payload);
  put(extension, at::kDomainIsEnabled, is_enabled);
  put(extension, at::kTimestampGet, time_stamp);
}

static void attach_counters(const nvtx::Extension& extension, EventLines& to) {
  static auto* const made = new NamedCounters(to, schemas());
  counters = made;
  namespace at = nvtx::counter_slot;
  put(extension, at::kRegister, register_counter);
  put(extension, at::kSampleInteger, sample_number<std::int64_t>);
  put(extension, at::kSampleReal, sample_number<double>);
  put(extension, at::kSample, sample);
  put(extension, at::kSampleNoValue, sample_no_value);
  put(extension, at::kBatch, submit_batch);
}

bool attach_nvtx_extension(nvtx::Extension& extension, EventLines& to) {
  if (extension.bytes < sizeof(nvtx::Extension) || extension.segment_count == 0) return false;
  begin(to);
  if (extension.module == nvtx::kPayloadModule) {
    attach_payloads(extension);
  } else if (extension.module == nvtx::kCounterModule) {
    attach_counters(extension, to);
  } else {
    return false;
  }
  return true;
}

void end_nvtx() {
  if (ranges) ranges->end_all();
}

}  // namespace heddle::tools

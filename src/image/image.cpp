// SPDX-License-Identifier: Apache-2.0
#include "image/image.h"

#include <bit>
#include <cstring>

namespace heddle::image {
namespace {

static_assert(std::endian::native == std::endian::little, "blobs are little-endian");

// magic[8], version, image count, total size.
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kHeaderBytes = 8 + 4 + 4 + 8;
constexpr std::size_t kBitcodeAlign = 8;
constexpr unsigned kCompiledForShift = 16;  // in the flags of an image
// More than any program has, and no more than can be added and multiplied without a thought.
constexpr std::uint32_t kMaxParamBytes = 1 << 20;
constexpr std::uint64_t kMaxVariableBytes = std::uint64_t{1} << 48;

class Writer {
 public:
  template <class T>
  void number(T value) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
    out_.insert(out_.end(), bytes, bytes + sizeof value);
  }
  void bytes(std::span<const std::uint8_t> data) {
    number<std::uint64_t>(data.size());
    out_.insert(out_.end(), data.begin(), data.end());
  }
  void string(std::string_view text) {
    bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  void align(std::size_t to) { out_.resize((out_.size() + to - 1) / to * to); }
  std::vector<std::uint8_t>& data() { return out_; }

 private:
  std::vector<std::uint8_t> out_;
};

// Reads within [data, data + size); after an overrun every value is zero and ok() is false.
class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  template <class T>
  T number() {
    T value{};
    if (const auto* from = take(sizeof value)) std::memcpy(&value, from, sizeof value);
    return value;
  }
  std::span<const std::uint8_t> bytes() { return span(number<std::uint64_t>()); }
  std::span<const std::uint8_t> span(std::uint64_t count) {
    const auto* from = take(count);
    return from ? std::span(from, count) : std::span<const std::uint8_t>();
  }
  std::string string() {
    const auto text = bytes();
    return {reinterpret_cast<const char*>(text.data()), text.size()};
  }
  // Records, one after the other: a damaged count ends with the blob, not with the memory.
  template <class T, class Read>
  void records(std::vector<T>& out, Read read) {
    const auto count = number<std::uint32_t>();
    for (std::uint32_t i = 0; i < count && ok_; ++i) out.push_back(read(*this));
  }
  void align(std::size_t to) { at_ = (at_ + to - 1) / to * to; }
  void require(bool good) { ok_ = ok_ && good; }
  bool ok() const { return ok_; }

 private:
  const std::uint8_t* take(std::uint64_t bytes) {
    if (at_ > size_ || bytes > size_ - at_) ok_ = false;
    if (!ok_) return nullptr;
    const auto* from = data_ + at_;
    at_ += bytes;
    return from;
  }

  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

void write_image(Writer& out, const Image& image) {
  out.number(image.arch);
  out.number<std::uint32_t>((image.relocatable ? 1u : 0u) | (image.debug ? 2u : 0u) |
                            (image.line_info ? 4u : 0u) |
                            std::uint32_t{image.compiled_for} << kCompiledForShift);
  out.string(image.source);
  out.number<std::uint32_t>(image.kernels.size());
  for (const auto& kernel : image.kernels) {
    out.string(kernel.name);
    out.number<std::uint32_t>(kernel.params.size());
    for (const auto& param : kernel.params) {
      out.number(param.offset);
      out.number(param.size);
    }
    for (auto value :
         {kernel.param_bytes, kernel.static_shared_bytes, kernel.local_bytes, kernel.registers,
          kernel.max_threads_per_block, kernel.min_blocks_per_sm, kernel.cluster_dims[0],
          kernel.cluster_dims[1], kernel.cluster_dims[2], kernel.cluster_must_be_set}) {
      out.number(value);
    }
  }
  out.number<std::uint32_t>(image.variables.size());
  for (const auto& variable : image.variables) {
    out.string(variable.name);
    out.number<std::uint32_t>(static_cast<std::uint32_t>(variable.kind));
    out.number<std::uint32_t>((variable.is_external ? 1u : 0u) | (variable.is_local ? 2u : 0u));
    out.number(variable.size);
    out.number(variable.align);
    out.bytes(variable.initial);
    out.number<std::uint32_t>(variable.relocations.size());
    for (const auto& relocation : variable.relocations) {
      out.number(relocation.offset);
      out.string(relocation.symbol);
      out.number(relocation.addend);
    }
  }
  out.number<std::uint32_t>(image.address_taken.size());
  for (const auto& name : image.address_taken) out.string(name);
  // Length, then padding, then the bitcode itself on an aligned offset of the blob.
  out.number<std::uint64_t>(image.bitcode.size());
  out.align(kBitcodeAlign);
  out.data().insert(out.data().end(), image.bitcode.begin(), image.bitcode.end());
}

// What the engine takes for granted about a record is required here.
KernelRecord read_kernel(Reader& in) {
  KernelRecord kernel;
  kernel.name = in.string();
  in.records(kernel.params, [](Reader& from) {
    Param param{};
    param.offset = from.number<std::uint32_t>();
    param.size = from.number<std::uint32_t>();
    return param;
  });
  for (auto* value :
       {&kernel.param_bytes, &kernel.static_shared_bytes, &kernel.local_bytes, &kernel.registers,
        &kernel.max_threads_per_block, &kernel.min_blocks_per_sm, &kernel.cluster_dims[0],
        &kernel.cluster_dims[1], &kernel.cluster_dims[2], &kernel.cluster_must_be_set}) {
    *value = in.number<std::uint32_t>();
  }
  in.require(kernel.param_bytes <= kMaxParamBytes);
  for (const Param& param : kernel.params) {
    in.require(std::uint64_t{param.offset} + param.size <= kernel.param_bytes);
  }
  return kernel;
}

Relocation read_relocation(Reader& in) {
  Relocation relocation{};
  relocation.offset = in.number<std::uint64_t>();
  relocation.symbol = in.string();
  relocation.addend = in.number<std::int64_t>();
  return relocation;
}

VariableRecord read_variable(Reader& in) {
  VariableRecord variable;
  variable.name = in.string();
  const auto kind = in.number<std::uint32_t>();
  in.require(kind <= static_cast<std::uint32_t>(VariableKind::kManaged));
  variable.kind = static_cast<VariableKind>(kind);
  const auto bits = in.number<std::uint32_t>();
  variable.is_external = bits & 1u;
  variable.is_local = bits & 2u;
  variable.size = in.number<std::uint64_t>();
  variable.align = in.number<std::uint32_t>();
  in.require(std::has_single_bit(variable.align) && variable.size < kMaxVariableBytes);
  const auto initial = in.bytes();
  in.require(initial.size() <= variable.size);
  variable.initial.assign(initial.begin(), initial.end());
  in.records(variable.relocations, read_relocation);
  for (const Relocation& relocation : variable.relocations) {
    in.require(variable.size >= sizeof(void*) &&
               relocation.offset <= variable.size - sizeof(void*));
  }
  return variable;
}

Image read_image(Reader& in) {
  Image image;
  image.arch = in.number<std::uint32_t>();
  const auto flags = in.number<std::uint32_t>();
  image.relocatable = flags & 1u;
  image.debug = flags & 2u;
  image.line_info = flags & 4u;
  image.compiled_for = static_cast<std::uint16_t>(flags >> kCompiledForShift);
  image.source = in.string();
  in.records(image.kernels, read_kernel);
  in.records(image.variables, read_variable);
  in.records(image.address_taken, [](Reader& from) { return from.string(); });
  const auto size = in.number<std::uint64_t>();
  in.align(kBitcodeAlign);
  image.bitcode = in.span(size);
  return image;
}

}  // namespace

std::vector<std::uint8_t> write_blob(std::span<const Image> images) {
  Writer out;
  out.data().insert(out.data().end(), kMagic.begin(), kMagic.end());
  out.number(kVersion);
  out.number<std::uint32_t>(images.size());
  out.number<std::uint64_t>(0);
  for (const auto& image : images) write_image(out, image);
  out.align(kBitcodeAlign);
  const std::uint64_t total = out.data().size();
  std::memcpy(out.data().data() + kHeaderBytes - 8, &total, sizeof total);
  return std::move(out.data());
}

std::uint64_t blob_size(std::span<const std::uint8_t> data) {
  if (data.size() < kHeaderBytes || std::memcmp(data.data(), kMagic.data(), kMagic.size()) != 0) {
    return 0;
  }
  std::uint64_t total;
  std::memcpy(&total, data.data() + kHeaderBytes - 8, sizeof total);
  return total;
}

std::optional<std::vector<Image>> read_blob(std::span<const std::uint8_t> data) {
  const auto size = blob_size(data);
  if (size < kHeaderBytes || size > data.size()) return std::nullopt;
  Reader in(data.data(), size);
  in.span(kMagic.size());
  if (in.number<std::uint32_t>() != kVersion) return std::nullopt;
  const auto count = in.number<std::uint32_t>();
  in.number<std::uint64_t>();
  std::vector<Image> images;
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) images.push_back(read_image(in));
  if (!in.ok()) return std::nullopt;
  return images;
}

std::optional<std::vector<Image>> read_registered_blob(const std::uint8_t* data) {
  return read_blob({data, blob_size({data, kHeaderBytes})});
}

const Image* select_image(std::span<const Image> images, std::uint32_t arch) {
  const Image* best = nullptr;
  for (const auto& image : images) {
    if (image.arch <= arch && (!best || image.arch > best->arch)) best = &image;
  }
  return best;
}

}  // namespace heddle::image

// SPDX-License-Identifier: Apache-2.0
// Matrices in files, told apart by their ending.
//   .bin  (spec/002) three int32: rows, columns, bytes per element (4: float, 8: double); then the
//         elements row by row. All little-endian.
//   .npy  (NumPy's public format, versions 1 to 3) of two dimensions; '<' or '>' f4, f8, i4, i8:
//         numpy.random.randint makes int64 unless told otherwise (spec/002).
// Values are floats in memory; what does not fit a float is rounded. A file that cannot be used
// raises std::runtime_error with a sentence for the user.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace gallery {

struct HostMatrix {
  int rows = 0;
  int columns = 0;
  std::vector<float> values;  // row-major
};

namespace matrix_file {

[[noreturn]] inline void fail(const std::string& path, const std::string& why) {
  throw std::runtime_error(path + ": " + why);
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

inline File open(const std::string& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode));
  if (!file) fail(path, std::string("cannot open: ") + std::strerror(errno));
  return file;
}

inline void read(const File& file, const std::string& path, void* data, std::size_t bytes) {
  if (std::fread(data, 1, bytes, file.get()) != bytes) fail(path, "ends too early");
}

inline void write(const File& file, const std::string& path, const void* data, std::size_t bytes) {
  if (std::fwrite(data, 1, bytes, file.get()) != bytes) fail(path, "cannot write all of it");
}

inline bool ends_with(const std::string& text, const char* end) {
  const std::size_t length = std::strlen(end);
  return text.size() >= length && text.compare(text.size() - length, length, end) == 0;
}

struct Shape {
  long long rows, columns;
  char kind;  // 'f' or 'i'
  int bytes;  // of an element
  bool swap_bytes, column_major;
};

template <class T>
float value_at(const unsigned char* data, bool swap_bytes) {
  unsigned char copy[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); ++i) copy[i] = data[swap_bytes ? sizeof(T) - 1 - i : i];
  T value;
  std::memcpy(&value, copy, sizeof value);
  return static_cast<float>(value);
}

inline HostMatrix read_values(const File& file, const std::string& path, const Shape& shape) {
  if (shape.rows < 1 || shape.columns < 1 || shape.rows > INT32_MAX || shape.columns > INT32_MAX)
    fail(path, "has " + std::to_string(shape.rows) + " rows and " + std::to_string(shape.columns) +
                   " columns");
  HostMatrix matrix{static_cast<int>(shape.rows), static_cast<int>(shape.columns), {}};
  // Row by row, so that a header that lies is found before its memory is asked for.
  const long long lines = shape.column_major ? shape.columns : shape.rows;
  const long long length = shape.column_major ? shape.rows : shape.columns;
  std::vector<unsigned char> line(static_cast<std::size_t>(length) * shape.bytes);
  std::vector<float> values;
  for (long long l = 0; l < lines; ++l) {
    read(file, path, line.data(), line.size());
    for (long long i = 0; i < length; ++i) {
      const unsigned char* at = &line[static_cast<std::size_t>(i) * shape.bytes];
      const bool swap = shape.swap_bytes;
      values.push_back(shape.kind == 'f' ? (shape.bytes == 4 ? value_at<float>(at, swap)
                                                             : value_at<double>(at, swap))
                                         : (shape.bytes == 4 ? value_at<std::int32_t>(at, swap)
                                                             : value_at<std::int64_t>(at, swap)));
    }
  }
  if (!shape.column_major) {
    matrix.values = std::move(values);
    return matrix;
  }
  matrix.values.resize(values.size());
  for (long long c = 0; c < lines; ++c)
    for (long long r = 0; r < length; ++r) matrix.values[r * lines + c] = values[c * length + r];
  return matrix;
}

inline Shape read_bin_header(const File& file, const std::string& path) {
  std::int32_t header[3];
  read(file, path, header, sizeof header);
  if (header[2] != 4 && header[2] != 8)
    fail(path, "elements of " + std::to_string(header[2]) + " bytes; 4 and 8 are understood");
  return {header[0], header[1], 'f', header[2], false, false};
}

// The text behind 'key': in the header, which is a Python dictionary of fixed layout.
inline std::string npy_entry(const std::string& header, const std::string& path, const char* key) {
  const std::size_t at = header.find("'" + std::string(key) + "':");
  if (at == std::string::npos) fail(path, std::string("has no ") + key + " in its .npy header");
  return header.substr(header.find_first_not_of(' ', at + std::strlen(key) + 3));
}

inline Shape read_npy_header(const File& file, const std::string& path) {
  unsigned char start[8];
  read(file, path, start, sizeof start);
  if (std::memcmp(start, "\x93NUMPY", 6) != 0) fail(path, "is no .npy file");
  unsigned char size[4] = {};
  read(file, path, size, start[6] == 1 ? 2 : 4);
  const std::uint32_t length =
      size[0] | size[1] << 8 | size[2] << 16 | static_cast<std::uint32_t>(size[3]) << 24;
  if (length > 65535) fail(path, "has a .npy header of " + std::to_string(length) + " bytes");
  std::string header(length, '\0');
  read(file, path, header.data(), length);

  const std::string type = npy_entry(header, path, "descr");
  char order = 0;
  Shape shape{};
  if (std::sscanf(type.c_str(), "'%c%c%d'", &order, &shape.kind, &shape.bytes) != 3 ||
      (shape.kind != 'f' && shape.kind != 'i') || (shape.bytes != 4 && shape.bytes != 8))
    fail(path, "has elements of type " + type.substr(0, type.find(',')) +
                   "; f4, f8, i4 and i8 are understood");
  shape.swap_bytes = order == '>';
  shape.column_major = npy_entry(header, path, "fortran_order").compare(0, 4, "True") == 0;
  const std::string sizes = npy_entry(header, path, "shape");
  char end = 0;
  if (std::sscanf(sizes.c_str(), "(%lld, %lld%c", &shape.rows, &shape.columns, &end) != 3 ||
      end != ')')
    fail(path, "is no matrix: its shape is " + sizes.substr(0, sizes.find(')') + 1));
  return shape;
}

}  // namespace matrix_file

inline HostMatrix read_matrix(const std::string& path) {
  using namespace matrix_file;
  const bool npy = ends_with(path, ".npy");
  if (!npy && !ends_with(path, ".bin")) fail(path, "does not end in .bin or .npy");
  const File file = open(path, "rb");
  return read_values(file, path, npy ? read_npy_header(file, path) : read_bin_header(file, path));
}

inline void write_matrix(const std::string& path, const HostMatrix& matrix) {
  using namespace matrix_file;
  const bool npy = ends_with(path, ".npy");
  if (!npy && !ends_with(path, ".bin")) fail(path, "does not end in .bin or .npy");
  const File file = open(path, "wb");
  if (npy) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                         std::to_string(matrix.rows) + ", " + std::to_string(matrix.columns) +
                         "), }";
    // The format wants the data to start at a multiple of 64 bytes, the header to end in '\n'.
    header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10, ' ');
    header.back() = '\n';
    const unsigned char start[10] = {0x93,
                                     'N',
                                     'U',
                                     'M',
                                     'P',
                                     'Y',
                                     1,
                                     0,
                                     static_cast<unsigned char>(header.size() & 0xff),
                                     static_cast<unsigned char>(header.size() >> 8)};
    write(file, path, start, sizeof start);
    write(file, path, header.data(), header.size());
  } else {
    const std::int32_t header[3] = {matrix.rows, matrix.columns, 4};
    write(file, path, header, sizeof header);
  }
  write(file, path, matrix.values.data(), matrix.values.size() * sizeof(float));
}

}  // namespace gallery

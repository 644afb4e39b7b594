// SPDX-License-Identifier: Apache-2.0
#include "nvrtc/options.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace heddle::nvrtc {
namespace {

namespace fs = std::filesystem;

enum class Value {
  kNone,
  kMaybe,   // "-name" or "-name=value"
  kSome,    // "-name=value" or the next word
  kJoined,  // also "-nvalue", for names of one letter
};

struct Row {
  std::string_view names;  // separated by blanks
  Value value;
  void (*set)(Options& options, const std::string& value);
  bool (*is_valid)(std::string_view value) = nullptr;  // null: any value
};

bool is_truth(std::string_view value) {
  return value == "true" || value == "false";
}
bool is_dialect(std::string_view value) {
  return value == "c++03" || value == "c++11" || value == "c++14" || value == "c++17" ||
         value == "c++20";
}
bool is_speed(std::string_view value) {
  return value == "0" || value == "min" || value == "mid" || value == "max";
}
bool is_number(std::string_view value) {
  return value.find_first_not_of("0123456789") == value.npos && value.size() < 6;
}
bool is_percentage(std::string_view value) {
  return is_number(value) && std::stoi(std::string(value)) <= 101;
}

void nothing(Options&, const std::string&) {}

void add(Options& o, std::string word) {
  o.words.push_back(std::move(word));
}

// The process that compiles runs in a folder of its own.
std::string absolute(const std::string& path) {
  std::error_code error;
  const auto whole = fs::absolute(path, error);
  return error ? path : whole.string();
}

template <const char* refused>
void refuse(Options& o, const std::string&) {
  if (o.refusal.empty()) o.refusal = std::string(refused) + " is not supported";
}
constexpr char kOptix[] = "--optix-ir";

void set_arch(Options& o, const std::string& v) {
  o.arch = v;
  add(o, "-arch=" + v);
}

// clang-format off
constexpr Row kRows[] = {
    {"gpu-architecture arch", Value::kSome, set_arch},
    {"define-macro D", Value::kJoined, [](Options& o, const std::string& v) { add(o, "-D" + v); }},
    {"undefine-macro U", Value::kJoined, [](Options& o, const std::string& v) { add(o, "-U" + v); }},
    {"include-path I", Value::kJoined, [](Options& o, const std::string& v) { add(o, "-I" + absolute(v)); }},
    {"pre-include include", Value::kSome, [](Options& o, const std::string& v) { add(o, "-include"); add(o, v); }},
    {"no-source-include", Value::kNone, [](Options& o, const std::string&) { o.no_source_include = true; }},
    {"std", Value::kSome, [](Options& o, const std::string& v) { add(o, "-std=" + v); }, is_dialect},
    {"device-as-default-execution-space default-device", Value::kNone, [](Options& o, const std::string&) { o.device_is_default = true; }},
    {"device-debug G", Value::kNone, [](Options& o, const std::string&) { add(o, "-G"); }},
    {"generate-line-info lineinfo", Value::kNone, [](Options& o, const std::string&) { add(o, "-lineinfo"); }},
    // Heddle's own.
    {"coverage", Value::kNone, [](Options& o, const std::string&) { o.coverage = true; add(o, "--coverage"); }},
    {"relocatable-device-code rdc", Value::kSome, [](Options& o, const std::string& v) { add(o, "-rdc=" + v); }, is_truth},
    {"device-c dc", Value::kNone, [](Options& o, const std::string&) { add(o, "-rdc=true"); }},
    {"device-w dw", Value::kNone, [](Options& o, const std::string&) { add(o, "-rdc=false"); }},
    {"maxrregcount", Value::kSome, [](Options& o, const std::string& v) { add(o, "-maxrregcount=" + v); }},
    {"ftz", Value::kSome, [](Options& o, const std::string& v) { add(o, "-ftz=" + v); }, is_truth},
    {"fmad", Value::kSome, [](Options& o, const std::string& v) { add(o, "-fmad=" + v); }, is_truth},
    {"prec-div", Value::kSome, [](Options& o, const std::string& v) { add(o, "-prec-div=" + v); }, is_truth},
    {"prec-sqrt", Value::kSome, [](Options& o, const std::string& v) { add(o, "-prec-sqrt=" + v); }, is_truth},
    {"use_fast_math", Value::kNone, [](Options& o, const std::string&) { add(o, "-use_fast_math"); }},
    {"disable-warnings w", Value::kNone, [](Options& o, const std::string&) { add(o, "-w"); }},
    // __int128 is there without it; programs ask for the macro.
    {"device-int128", Value::kNone, [](Options& o, const std::string&) { add(o, "-D__CUDACC_RTC_INT128__"); }},
    {"fdevice-syntax-only", Value::kNone, [](Options& o, const std::string&) { o.syntax_only = true; }},
    // What means nothing here: another compiler's messages, effort and debug data.
    {"extensible-whole-program ewp extra-device-vectorization restrict device-float128 "
     "display-error-number err-no no-display-error-number no-err-no minimal "
     "ptxas-verbose no-cache", Value::kNone, nothing},
    {"device-stack-protector", Value::kMaybe, nothing, is_truth},
    {"ptxas-options Xptxas diag-error diag-suppress diag-warn time frandom-seed fdevice-time-trace device-time-trace",
     Value::kSome, nothing},
    {"modify-stack-limit builtin-move-forward builtin-initializer-list brief-diagnostics brief-diag", Value::kSome, nothing, is_truth},
    {"dopt", Value::kSome, nothing, [](std::string_view v) { return v == "on"; }},
    {"optimization-info opt-info", Value::kSome, nothing, [](std::string_view v) { return v == "inline"; }},
    {"Ofast-compile Ofc", Value::kSome, nothing, is_speed},
    {"jump-table-density jtd", Value::kSome, nothing, is_percentage},
    {"split-compile", Value::kSome, nothing, is_number},
    {"gen-opt-lto", Value::kNone, nothing},
    {"dlink-time-opt dlto", Value::kNone, [](Options& o, const std::string&) { o.lto = true; add(o, "-rdc=true"); }},
    {"optix-ir", Value::kNone, refuse<kOptix>},
    {"pch", Value::kNone, [](Options& o, const std::string&) { o.pch_automatic = true; }},
    {"create-pch", Value::kSome, [](Options& o, const std::string& v) { o.create_pch = v; }},
    {"use-pch", Value::kSome, [](Options& o, const std::string& v) { o.use_pch = v; }},
    {"pch-dir", Value::kSome, [](Options& o, const std::string& v) { o.pch_folder = v; }},
    {"pch-messages", Value::kSome, [](Options& o, const std::string& v) { o.pch_messages = v == "true"; }, is_truth},
    {"pch-verbose instantiate-templates-in-pch", Value::kSome, nothing, is_truth},
};
// clang-format on

bool has_name(const Row& row, std::string_view name) {
  std::string_view rest = row.names;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == name) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// -D=x, -Dx, "-D x": the row of one letter and where the value begins.
const Row* joined(std::string_view word, std::size_t* value_at) {
  const auto* row = std::ranges::find_if(kRows, [&](const Row& r) {
    return r.value == Value::kJoined && has_name(r, word.substr(0, 1));
  });
  if (row == std::end(kRows)) return nullptr;
  *value_at = 1;
  while (*value_at < word.size() && (word[*value_at] == ' ' || word[*value_at] == '=')) {
    ++*value_at;
  }
  return row;
}

}  // namespace

Options read_options(std::span<const char* const> given) {
  Options options;
  const auto refuse_word = [&](const std::string& sentence) {
    if (options.refusal.empty()) options.refusal = sentence;
  };
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string text = given[i] ? given[i] : "";
    std::string_view word = text;
    while (word.ends_with(' ')) word.remove_suffix(1);
    const std::size_t dashes = word.starts_with("--") ? 2 : word.starts_with("-") ? 1 : 0;
    word.remove_prefix(dashes);
    const auto equals = word.find('=');
    std::string_view name = word.substr(0, equals);
    const auto* row = std::ranges::find_if(kRows, [&](const Row& r) { return has_name(r, name); });
    std::size_t value_at = equals == std::string_view::npos ? word.size() : equals + 1;
    if (row == std::end(kRows) && dashes == 1) {
      if (const auto* found = joined(word, &value_at)) row = found;
    }
    if (dashes == 0 || word.empty() || row == std::end(kRows)) {
      refuse_word("unrecognized option '" + text + "'");
      continue;
    }
    std::string value(word.substr(std::min(value_at, word.size())));
    if (row->value == Value::kNone && equals != std::string_view::npos) {
      refuse_word("option '" + text + "' takes no value");
    } else if (row->value > Value::kMaybe && value.empty()) {
      if (i + 1 == given.size() || !given[i + 1]) {
        refuse_word("option '" + text + "' needs a value");
        continue;
      }
      value = given[++i];
    }
    if (row->is_valid && !value.empty() && !row->is_valid(value))
      refuse_word("option '" + text + "' has no value '" + value + "'");
    row->set(options, value);
  }
  const std::pair<bool, const char*> asked[] = {{!options.create_pch.empty(), "-create-pch"},
                                                {!options.use_pch.empty(), "-use-pch"},
                                                {options.pch_automatic, "-pch"}};
  const auto both = [&](std::size_t a, std::size_t b) {
    if (asked[a].first && asked[b].first) {
      refuse_word(std::string(asked[a].second) + " and " + asked[b].second +
                  " cannot be specified at the same time");
    }
  };
  both(0, 1);
  both(2, 0);
  both(2, 1);
  return options;
}

bool makes_cubin(const Options& options) {
  return options.arch.starts_with("sm_");
}

}  // namespace heddle::nvrtc

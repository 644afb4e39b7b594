// SPDX-License-Identifier: Apache-2.0
#include "report/figures/svg.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "report/xml.h"

namespace heddle::report::svg {
namespace {

constexpr const char* kStyle =
    ":root{--text:#1b1f24;--soft:#667;--grid:#d5d9e0;--mark:#0b62c4;--hot:#d64514;--back:#fff}"
    "@media(prefers-color-scheme:dark){:root{--text:#e4e7eb;--soft:#9aa3ae;--grid:#363c44;"
    "--mark:#6db3ff;--hot:#ff7a45;--back:#15181c}}"
    "text{fill:var(--text);font:11px system-ui,sans-serif}.back{fill:var(--back)}"
    ".frame{stroke:var(--soft);fill:none}.line{stroke:var(--mark);stroke-width:2;fill:none}"
    ".soft{stroke:var(--soft);stroke-dasharray:3;fill:none}.filled{fill:var(--mark)}"
    ".hot{fill:var(--hot)}.empty{fill:none;stroke:var(--grid)}";

const char* class_of(Look look) {
  constexpr const char* kNames[] = {"frame", "line", "soft", "filled", "hot", "empty"};
  return kNames[static_cast<unsigned>(look)];
}

}  // namespace

Picture::Picture(double width, double height, std::string_view title)
    : width_(width), height_(height), title_(xml_escaped(title)) {}

void Picture::line(double x1, double y1, double x2, double y2, Look look) {
  shapes_ +=
      fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                  class_of(look), x1, y1, x2, y2);
}

void Picture::path(const std::vector<std::pair<double, double>>& points, Look look) {
  std::string d;
  for (const auto& [x, y] : points)
    d += fmt::format("{}{:.1f},{:.1f}", d.empty() ? "M" : "L", x, y);
  shapes_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", class_of(look), d);
}

void Picture::box(double x, double y, double width, double height, Look look,
                  std::string_view hint) {
  const auto inside = hint.empty() ? "" : fmt::format("<title>{}</title>", xml_escaped(hint));
  shapes_ += fmt::format(
      "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">{}</rect>\n",
      class_of(look), x, y, width, height, inside);
}

void Picture::dot(double x, double y, double radius) {
  shapes_ += fmt::format("<circle class=\"hot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n", x, y,
                         radius);
}

void Picture::text(double x, double y, std::string_view text, Align align) {
  constexpr const char* kAnchors[] = {"start", "middle", "end"};
  shapes_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                         kAnchors[static_cast<unsigned>(align)], xml_escaped(text));
}

std::string Picture::finish() const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\">\n<title>{2}</title>\n<style>{3}</style>\n"
      "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n{4}</svg>\n",
      width_, height_, title_, kStyle, shapes_);
}

Scale Scale::linear(double from, double to, double from_pixel, double to_pixel) {
  return {false, from, to, from_pixel, to_pixel};
}

Scale Scale::logarithmic(double from, double to, double from_pixel, double to_pixel) {
  return {true, std::log10(from), std::log10(to), from_pixel, to_pixel};
}

double Scale::operator()(double number) const {
  const double at = is_log_ ? std::log10(number) : number;
  return from_pixel_ + (at - from_) / (to_ - from_) * (to_pixel_ - from_pixel_);
}

std::vector<double> Scale::marks() const {
  std::vector<double> marks;
  if (is_log_) {
    const auto last = static_cast<int>(std::floor(to_));
    for (auto power = static_cast<int>(std::ceil(from_)); power <= last; ++power) {
      marks.push_back(std::pow(10.0, power));
    }
    return marks;
  }
  constexpr double kFewest = 4;  // marks, about
  const double raw = (to_ - from_) / kFewest;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= raw) step = factor * power;
  }
  const auto last = static_cast<int>(std::floor(to_ / step));
  for (auto k = static_cast<int>(std::ceil(from_ / step)); k <= last; ++k)
    marks.push_back(k * step);
  return marks;
}

std::string short_number(double number) {
  constexpr std::array<const char*, 6> kLetters = {"", "K", "M", "G", "T", "P"};
  std::size_t thousands = 0;
  while (std::abs(number) >= 1000 && thousands + 1 < kLetters.size()) {
    number /= 1000;
    ++thousands;
  }
  return fmt::format("{:.4g}{}", number, kLetters[thousands]);
}

void horizontal_axis(Picture& picture, const Scale& scale, double from, double to, double y) {
  picture.line(from, y, to, y, Look::kFrame);
  for (const double mark : scale.marks()) {
    picture.line(scale(mark), y, scale(mark), y + 4, Look::kFrame);
    picture.text(scale(mark), y + 16, short_number(mark), Align::kMiddle);
  }
}

void vertical_axis(Picture& picture, const Scale& scale, double x, double from, double to) {
  picture.line(x, from, x, to, Look::kFrame);
  for (const double mark : scale.marks()) {
    picture.line(x - 4, scale(mark), x, scale(mark), Look::kFrame);
    picture.text(x - 7, scale(mark) + 4, short_number(mark), Align::kEnd);
  }
}

}  // namespace heddle::report::svg

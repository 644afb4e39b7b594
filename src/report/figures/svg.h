// SPDX-License-Identifier: Apache-2.0
// Pictures as SVG: shapes in pixels, axes, and colours for light and dark pages.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::report::svg {

// Classes of shapes, as the style of every picture has them.
enum class Look { kFrame, kLine, kSoftLine, kFilled, kHot, kEmpty };
enum class Align { kBegin, kMiddle, kEnd };

class Picture {
 public:
  Picture(double width, double height, std::string_view title);

  void line(double x1, double y1, double x2, double y2, Look look);
  void path(const std::vector<std::pair<double, double>>& points, Look look);
  // `hint`: what a viewer shows when one points at it; may be empty.
  void box(double x, double y, double width, double height, Look look, std::string_view hint = "");
  void dot(double x, double y, double radius);
  void text(double x, double y, std::string_view text, Align align = Align::kBegin);

  // The whole file. `height`: where the picture turned out to be higher.
  std::string finish() const;
  void set_height(double height) { height_ = height; }

 private:
  double width_, height_;
  std::string title_, shapes_;
};

// Numbers to pixels along one axis.
class Scale {
 public:
  static Scale linear(double from, double to, double from_pixel, double to_pixel);
  static Scale logarithmic(double from, double to, double from_pixel, double to_pixel);
  double operator()(double number) const;
  // Numbers that are marked on the axis.
  std::vector<double> marks() const;

 private:
  Scale(bool is_log, double from, double to, double from_pixel, double to_pixel)
      : is_log_(is_log), from_(from), to_(to), from_pixel_(from_pixel), to_pixel_(to_pixel) {}
  bool is_log_;
  double from_, to_, from_pixel_, to_pixel_;
};

// "1.5K", "20M": short enough for an axis.
std::string short_number(double number);

void horizontal_axis(Picture& picture, const Scale& scale, double from, double to, double y);
void vertical_axis(Picture& picture, const Scale& scale, double x, double from, double to);

}  // namespace heddle::report::svg

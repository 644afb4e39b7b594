// SPDX-License-Identifier: Apache-2.0
// The textures that generated kernels look at: every address mode, filter and kind of coordinates,
// 1-D to 3-D and layers. Places are quarters of a texel and texels small whole numbers, so that
// what a filter gives is exact.
#pragma once

enum class Shape { kRow, kPlane, kBox, kLayers };
enum class Stored { kFloat, kByte, kShort, kBytes };  // kBytes: four of them
enum Addressing { kWrap, kClamp, kMirror, kBorder };  // the numbers of cudaTextureAddressMode
struct PictureRow {
  Shape shape;
  Stored stored;
  bool linear, normalized, numbers;  // numbers: bytes and shorts are read as 0 to 1
  Addressing address;
};
constexpr int kPictureWide = 16, kPictureHigh = 8, kPictureDeep = 4;
constexpr int kCanvasWide = 64, kCanvasHigh = 256;
constexpr float kBorderColour = 1;
constexpr PictureRow kPictureTable[] = {
    {Shape::kPlane, Stored::kFloat, false, false, false, kClamp},
    {Shape::kPlane, Stored::kFloat, true, false, false, kClamp},
    {Shape::kPlane, Stored::kFloat, true, true, false, kWrap},
    {Shape::kPlane, Stored::kFloat, false, true, false, kMirror},
    {Shape::kPlane, Stored::kFloat, true, false, false, kBorder},
    {Shape::kPlane, Stored::kFloat, false, true, false, kBorder},
    {Shape::kPlane, Stored::kByte, true, true, true, kClamp},
    {Shape::kPlane, Stored::kByte, true, false, true, kBorder},
    {Shape::kPlane, Stored::kByte, false, false, true, kClamp},
    {Shape::kPlane, Stored::kShort, true, true, true, kMirror},
    {Shape::kPlane, Stored::kShort, false, true, true, kWrap},
    {Shape::kRow, Stored::kFloat, true, true, false, kWrap},
    {Shape::kRow, Stored::kByte, false, false, false, kClamp},
    {Shape::kBox, Stored::kFloat, true, false, false, kClamp},
    {Shape::kBox, Stored::kFloat, false, true, false, kMirror},
    {Shape::kLayers, Stored::kFloat, true, false, false, kBorder},
    {Shape::kLayers, Stored::kByte, false, true, true, kWrap},
    {Shape::kPlane, Stored::kBytes, true, false, true, kClamp},
    {Shape::kPlane, Stored::kBytes, false, true, true, kBorder},
    {Shape::kPlane, Stored::kBytes, false, false, false, kClamp},
};
constexpr int kPictures = sizeof kPictureTable / sizeof *kPictureTable;

constexpr int rows_of(Shape shape) {
  return shape == Shape::kRow ? 1 : kPictureHigh;
}
constexpr int slices_of(Shape shape) {
  return shape == Shape::kBox || shape == Shape::kLayers ? kPictureDeep : 1;
}
// Component c of texel i, as it is stored.
constexpr int stored_at(Stored stored, int i, int c) {
  return stored == Stored::kFloat ? i * 37 % 251 - 100
                                  : (i * (stored == Stored::kShort ? 9001 : 37) + 11 + c * 50) &
                                        (stored == Stored::kShort ? 0xffff : 0xff);
}

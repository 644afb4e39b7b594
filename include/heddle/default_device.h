// SPDX-License-Identifier: Apache-2.0
// What stands before the source with NVRTC's -default-device; libnvrtc puts the end behind it.
#pragma clang force_cuda_host_device begin

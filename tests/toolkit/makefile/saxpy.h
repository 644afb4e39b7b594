// SPDX-License-Identifier: Apache-2.0
#pragma once
void saxpy(int n, float a, const float* x, float* y);

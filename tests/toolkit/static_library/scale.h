// SPDX-License-Identifier: Apache-2.0
#pragma once
bool scale(int* values, int count, int factor);

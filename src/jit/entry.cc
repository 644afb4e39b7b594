// SPDX-License-Identifier: Apache-2.0
// The library consists of the archives that it is linked from.

// SPDX-License-Identifier: Apache-2.0
// Heddle's own: semaphores for cudaImportExternalSemaphore and cuImportExternalSemaphore, which
// other systems get from a graphics API.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
// A file descriptor of a new semaphore that nobody has signalled. `type`: a
// cudaExternalSemaphoreHandleType or CUexternalSemaphoreHandleType, opaque (1: a wait takes the
// signal) or timeline (9: the value grows, from 0 on). The program passes descriptors on to other
// processes (SCM_RIGHTS, fork) and closes those that it does not import. -1: there is no such type,
// or the system refuses.
int heddle_make_semaphore(int type);
#ifdef __cplusplus
}
#endif

// SPDX-License-Identifier: Apache-2.0
// Makes the folder of a new project.
#pragma once

#include <filesystem>

namespace heddle::starter {

// At `path`, whose last part is the project's name. There is either all of it afterwards or, with
// an exception (frontend::Failure), nothing that was not there before. Takes an empty folder that
// is there.
void make_project(const std::filesystem::path& path);

}  // namespace heddle::starter

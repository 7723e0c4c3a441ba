// Brings back what was lost of an archive, from the copies that other terminals hold.

#pragma once

#include <set>
#include <string>
#include <utility>

#include "archive/copied_disk.h"
#include "control/far_copies.h"

namespace curlew::control {

// A copy, by its holder and the id of the archive.
using HolderAndId = std::pair<std::string, std::string>;

// To `disk`, which nobody writes to, from all terminals that are alive. The copies of
// which all is here then. One that cannot be read now is told of, and left out.
std::set<HolderAndId> bring_back(const FarCopies& far, const std::string& terminal,
                                 archive::CopiedDisk& disk);

}  // namespace curlew::control

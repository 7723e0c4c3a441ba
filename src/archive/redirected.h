// Where an archived redirect leads: pages are often fetched under another address than
// the one that was asked for.

#pragma once

#include <optional>

#include "archive/archive.h"

namespace curlew::archive {

// The version that was fetched by following it, within a minute of it; nullopt when the
// version is no redirect, or what it leads to is not in the archive.
Result<std::optional<Version>> redirected(const Archive& archive,
                                          const Version& version);

}  // namespace curlew::archive

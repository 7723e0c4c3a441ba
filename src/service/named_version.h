// A document and a time as users write them: "example.org@2026-11-15".

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "service/find_source.h"
#include "service/moment.h"
#include "store/store.h"

namespace curlew::service {

// "example.org@2026-11-15" in two; without a time, all of it is the document. An
// address may have an @ of its own: what stands behind it is a time or belongs to it.
struct NamedVersion {
  std::string document;
  std::optional<Moment> moment;
};
NamedVersion parse_named_version(std::string_view typed, Time now);
// The same, but "example.org/meeting@2026" is the address where there is a source, or a
// version, of just that address which the viewer may see.
Result<NamedVersion> find_named_version(store::Store& store, std::string_view typed,
                                        Time now, Viewer viewer = {});

}  // namespace curlew::service

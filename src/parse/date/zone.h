// Time zones as dates name them: "EST", "+02:00", "Europe/Athens".

#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace curlew::parse {

// Minutes east of Greenwich of an abbreviation ("EST", "CEST", "PT", "Z"), in any case;
// nullopt when unknown. Where continents share one, the feeds' majority decides: CST is
// American, IST Indian, BST British.
std::optional<int> zone_offset_minutes(std::string_view name);

// Minutes east of Greenwich in a region of the IANA database at a local time; 0 when
// the region is unknown.
int region_offset_minutes(std::string_view region, Time local);

// Takes a numeric offset, from its sign on, off the front of `text`: "+0530", "-05:00",
// "+01", "-500". nullopt when it is malformed or as large as a day.
std::optional<int> take_offset_minutes(std::string_view& text);

}  // namespace curlew::parse

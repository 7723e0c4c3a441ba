// What of a rendered page looks different, as lines, as JSON, and as its two pictures
// with the places marked.

#pragma once

#include <boost/json/array.hpp>
#include <string>

#include "service/versions.h"

namespace curlew::apps {

// "1 area looks different\n  300 x 80 pixels at 8, 60\n"; empty when none does.
std::string look_lines(const detect::PictureChange& change);

// [{"x": 8, "y": 60, "width": 300, "height": 80}, …]
boost::json::array look_boxes(const detect::PictureChange& change);

// Side by side, the pictures inside: nothing is loaded.
std::string look_html(const service::LookDifference& looks);

}  // namespace curlew::apps

// What a rendered page looks like: a picture is kept beside each version, and where
// text and structure stay, the pictures tell what of the page looks different.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "archive/capture.h"
#include "base/result.h"
#include "detect/picture/compare_pictures.h"
#include "model/version.h"

namespace curlew::pipeline {

class VersionShelf;
struct Visit;

// Keeps the picture that came with the page, if one did, and names it in the facts of
// the version's capture.
Result<void> keep_picture(const Visit& visit, VersionShelf& shelf,
                          archive::Capture& version);

// The picture of a version that is kept, as PNG; nullopt: it has none. `read` reads
// from the archive.
Result<std::optional<std::string>> kept_picture(
    const archive::Content& version, const model::KeptAt& place,
    const std::function<Result<archive::Content>(const model::KeptAt&)>& read);

// Both as PNG.
Result<detect::PictureChange> compare_looks(std::string_view old, std::string_view now);

// "<ul><li>300 × 80 pixels, 8 from the left and 60 from the top</li>…", for people.
std::string to_html(const detect::PictureChange& change);

}  // namespace curlew::pipeline

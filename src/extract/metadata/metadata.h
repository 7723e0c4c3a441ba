// What a page says about itself in its head and in machine-readable marks: <title>,
// <meta>, OpenGraph, JSON-LD, microdata, <time>. As written: nothing here is judged,
// and dates are not read (parse/date.h can).

#pragma once

#include <string>
#include <vector>

#include "dom/document.h"
#include "extract/metadata/json_ld.h"

namespace curlew::extract {

// <h1>
struct TopHeading {
  std::string text;
  // The share of the page's text that stands before it.
  float text_before = 0;
};

struct Metadata {
  // <title>
  std::string title;
  std::string og_title;
  std::string twitter_title;
  // By microdata: itemprop=headline.
  std::string headline;
  // In order; a few at most.
  std::vector<TopHeading> h1;
  std::string site_name;
  std::string description;
  std::string og_type;
  // By <meta>, rel=author or microdata.
  std::string author;
  std::string published;
  std::string modified;
  // The first <time datetime> of the body.
  std::string first_time;
  // <html lang>, else the like.
  std::string language;
  // The category that its site gives it.
  std::string section;
  std::string canonical_url;
  std::string og_url;
  std::string image;
  std::string generator;
  std::vector<JsonLdItem> items;
};

Metadata read_metadata(const dom::Document& page);

}  // namespace curlew::extract

// What a page says about itself in its head and in machine-readable marks: <title>,
// <meta>, OpenGraph, JSON-LD, microdata, <time>. As written: nothing here is judged,
// and dates are not read (parse/date.h can).

#pragma once

#include <string>
#include <vector>

#include "dom/document.h"
#include "extract/metadata/json_ld.h"

namespace curlew::extract {

struct TopHeading {  // <h1>
  std::string text;
  float text_before = 0;  // The share of the page's text that stands before it.
};

struct Metadata {
  std::string title;  // <title>
  std::string og_title;
  std::string twitter_title;
  std::string headline;        // By microdata: itemprop=headline.
  std::vector<TopHeading> h1;  // In order; a few at most.
  std::string site_name;
  std::string description;
  std::string og_type;
  std::string author;  // By <meta>, rel=author or microdata.
  std::string published;
  std::string modified;
  std::string first_time;  // The first <time datetime> of the body.
  std::string language;    // <html lang>, else the like.
  std::string section;     // The category that its site gives it.
  std::string canonical_url;
  std::string og_url;
  std::string image;
  std::string generator;
  std::vector<JsonLdItem> items;
};

Metadata read_metadata(const dom::Document& page);

}  // namespace curlew::extract

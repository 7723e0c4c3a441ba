// The readable parts of a page, as a terminal reports them: enough to cut clips from,
// so that nobody behind the terminal needs the page itself.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace curlew::model {

// A piece of an informational area: from a heading, or from where the area begins, to
// the next heading.
struct Block {
  // Paragraphs are lines; the heading is the first one.
  std::string text;
  // The nearest one of at most ten words; may be empty.
  std::string heading;
  // The text of at most ten words near it whose style class is the rarest on the page,
  // and how many elements have that class; empty and 0 where there is none.
  std::string label;
  std::uint32_t label_uses = 0;
  // Where its area is: "/html/body/div[2]".
  std::string path;

  bool operator==(const Block&) const = default;
};

enum class LinkPlace { kHub, kInformational };

// A link worth following.
struct FoundLink {
  // Absolute.
  std::string url;
  // What a reader sees, or what stands for the picture.
  std::string text;
  LinkPlace place = LinkPlace::kHub;

  bool operator==(const FoundLink&) const = default;
};

struct ReadableParts {
  // In document order.
  std::vector<Block> blocks;
  // In document order, each address once.
  std::vector<FoundLink> links;
  // The text of the article as its page shows it, as HTML: with lists, quotes, links
  // and pictures. A stranger's, to be made safe by whoever shows it. Empty where there
  // is none, or an earlier release read the page.
  std::string article;

  bool operator==(const ReadableParts&) const = default;
};

}  // namespace curlew::model

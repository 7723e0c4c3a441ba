#include "model/page_wire.h"

#include <fmt/format.h>

#include <utility>

#include "visit.pb.h"

namespace curlew::model {
namespace {

void to_wire(ReadableParts&& parts, wire::ReadableParts& out) {
  for (Block& block : parts.blocks) {
    wire::ReadableParts::Block& added = *out.add_blocks();
    added.set_text(std::move(block.text));
    added.set_heading(std::move(block.heading));
    added.set_label(std::move(block.label));
    added.set_label_uses(block.label_uses);
    added.set_path(std::move(block.path));
  }
  for (FoundLink& link : parts.links) {
    wire::ReadableParts::Link& added = *out.add_links();
    added.set_url(std::move(link.url));
    added.set_text(std::move(link.text));
    added.set_place(static_cast<std::uint32_t>(link.place));
  }
  out.set_article(std::move(parts.article));
}

Result<ReadableParts> from_wire(wire::ReadableParts&& in) {
  ReadableParts parts;
  parts.blocks.reserve(static_cast<std::size_t>(in.blocks_size()));
  for (wire::ReadableParts::Block& block : *in.mutable_blocks()) {
    parts.blocks.push_back({std::move(*block.mutable_text()),
                            std::move(*block.mutable_heading()),
                            std::move(*block.mutable_label()), block.label_uses(),
                            std::move(*block.mutable_path())});
  }
  parts.links.reserve(static_cast<std::size_t>(in.links_size()));
  for (wire::ReadableParts::Link& link : *in.mutable_links()) {
    if (link.place() > static_cast<std::uint32_t>(LinkPlace::kInformational)) {
      return Error{ErrorKind::kMalformed,
                   fmt::format("readable parts: unknown place {}", link.place())};
    }
    parts.links.push_back({std::move(*link.mutable_url()),
                           std::move(*link.mutable_text()),
                           static_cast<LinkPlace>(link.place())});
  }
  parts.article = std::move(*in.mutable_article());
  return parts;
}

void to_wire(PageContent&& content, wire::PageContent& out) {
  out.set_type(std::string(to_string(content.type)));
  if (content.kind) out.set_kind(std::string(to_string(*content.kind)));
  out.set_title(std::move(content.title));
  out.set_author(std::move(content.author));
  if (content.published) out.set_published_ms(to_unix_ms(*content.published));
  if (content.modified) out.set_modified_ms(to_unix_ms(*content.modified));
  out.set_canonical_url(std::move(content.canonical_url));
  out.set_image(std::move(content.image));
  out.set_text(std::move(content.text));
  to_wire(std::move(content.parts), *out.mutable_parts());
}

Result<PageContent> from_wire(wire::PageContent&& in) {
  PageContent content;
  const auto type = parse_page_type(in.type());
  if (!type) {
    return Error{ErrorKind::kMalformed,
                 fmt::format("page: unknown type {}", in.type())};
  }
  content.type = *type;
  content.kind = parse_page_kind(in.kind());
  content.title = std::move(*in.mutable_title());
  content.author = std::move(*in.mutable_author());
  if (in.has_published_ms()) content.published = from_unix_ms(in.published_ms());
  if (in.has_modified_ms()) content.modified = from_unix_ms(in.modified_ms());
  content.canonical_url = std::move(*in.mutable_canonical_url());
  content.image = std::move(*in.mutable_image());
  content.text = std::move(*in.mutable_text());
  TRY_ASSIGN(content.parts, from_wire(std::move(*in.mutable_parts())));
  return content;
}

}  // namespace

std::string encode(const ReadableParts& parts) {
  wire::ReadableParts out;
  to_wire(ReadableParts(parts), out);
  return out.SerializeAsString();
}

Result<ReadableParts> decode_parts(std::string_view bytes) {
  wire::ReadableParts in;
  if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Error{
        ErrorKind::kMalformed,
        fmt::format("readable parts: {} bytes that are no message", bytes.size())};
  }
  return from_wire(std::move(in));
}

void to_wire(Page&& page, wire::Page& out) {
  out.set_url(std::move(page.url));
  out.set_content_type(std::move(page.content_type));
  out.set_language(std::move(page.language));
  out.set_category(std::move(page.category));
  if (page.content) to_wire(std::move(*page.content), *out.mutable_content());
  out.set_note(std::move(page.note));
}

Result<Page> from_wire(wire::Page&& in) {
  Page page;
  page.url = std::move(*in.mutable_url());
  page.content_type = std::move(*in.mutable_content_type());
  page.language = std::move(*in.mutable_language());
  page.category = std::move(*in.mutable_category());
  if (in.has_content()) {
    TRY_ASSIGN(page.content, from_wire(std::move(*in.mutable_content())));
  }
  page.note = std::move(*in.mutable_note());
  return page;
}

}  // namespace curlew::model

#include "model/storable_report.h"

#include <variant>

#include "base/storable_text.h"
#include "base/utf8.h"

namespace curlew::model {
namespace {

using curlew::make_storable;

template <typename... Texts>
void mend(Texts&... texts) {
  (make_storable(texts), ...);
}

void mend_entry(Entry& entry) {
  mend(entry.id, entry.link, entry.title, entry.summary, entry.content, entry.author,
       entry.language);
  for (std::string& category : entry.categories) make_storable(category);
  for (Enclosure& enclosure : entry.enclosures) mend(enclosure.url, enclosure.type);
}

void mend_listing(Listing& listing) {
  FeedHead& head = listing.head;
  mend(head.title, head.site_url, head.language, head.category, head.hub, head.topic);
  cut_utf8(head.title, kLongestTitle);
  for (NewEntry& found : listing.new_entries) mend_entry(found.entry);
}

// Its HTML, text and parts are stored as bytes.
void mend_page(Page& page) {
  mend(page.url, page.content_type, page.language, page.category, page.note);
  if (!page.content) return;
  PageContent& content = *page.content;
  mend(content.title, content.author, content.canonical_url, content.image,
       content.text);
}

void mend_version(Version& version) {
  mend(version.url, version.digest, version.media_type, version.place.terminal,
       version.place.segment, version.summary);
  for (KeptAt& part : version.parts) mend(part.terminal, part.segment);
}

void mend_document(DocumentFindings& found) {
  if (found.version) mend_version(*found.version);
}

struct MendFindings {
  void operator()(FeedFindings& found) const {
    if (found.listing) mend_listing(*found.listing);
    if (found.document) mend_document(*found.document);
  }
  void operator()(FollowedPageFindings& found) const {
    if (found.listing) mend_listing(*found.listing);
    if (found.document) mend_document(*found.document);
  }
  void operator()(DataFindings& found) const {
    if (found.listing) mend_listing(*found.listing);
    if (found.document) mend_document(*found.document);
  }
  void operator()(ArticlePageFindings& found) const {
    if (found.page) mend_page(*found.page);
    if (found.version) mend_version(*found.version);
    mend(found.validators.etag, found.validators.last_modified, found.validators.url);
  }
  void operator()(CrawlPageFindings& found) const {
    if (found.page) mend_page(*found.page);
    if (found.version) mend_version(*found.version);
    mend(found.validators.etag, found.validators.last_modified, found.validators.url);
    for (CrawlLink& link : found.links) mend(link.url, link.text);
  }
  void operator()(NamedFeeds& found) const {
    for (std::string& url : found.urls) make_storable(url);
  }
};

}  // namespace

void make_storable(VisitReport& report) {
  mend(report.terminal, report.error, report.note, report.moved_to, report.address);
  // A source keeps the address that it has rather than one that no index holds.
  if (report.moved_to.size() > kLongestSourceUrl) report.moved_to.clear();
  std::visit(MendFindings(), report.findings);
}

}  // namespace curlew::model

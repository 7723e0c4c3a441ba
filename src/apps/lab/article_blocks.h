// `curlew lab article --blocks`: how a page looks to the model that picks the article
// out of it. tools/train_article.py learns from this.

#pragma once

#include <cstdio>
#include <string>

#include "dom/document.h"

namespace curlew::apps {

void print_article_blocks(const std::string& id, const dom::Document& page,
                          std::FILE* out);

// `curlew lab article --titles`: the same for the model that chooses the title.
void print_title_candidates(const std::string& id, const dom::Document& page,
                            std::FILE* out);

}  // namespace curlew::apps

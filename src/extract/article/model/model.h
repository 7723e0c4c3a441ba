// The learned part of the article finder. The tables are made by
//   curlew lab article --batch DIR --blocks > blocks.jsonl
//   tools/article/train.py DIR blocks.jsonl --out src/extract/article/model

#pragma once

#include "extract/forest/forest.h"

namespace curlew::extract {

const Forest& first_guess_forest();
const Forest& final_chance_forest();

}  // namespace curlew::extract

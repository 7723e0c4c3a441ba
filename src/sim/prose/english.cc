// The English phrase book. Every place, person and company in it is invented.

#include "sim/prose/prose.h"

namespace curlew::sim {

const std::string_view kEnglishGrammar = R"(
city!
  Northport
  Elmhaven
  Kestrel Bay
  Saltmarsh
  Highmoor
  Thornbury Cross
  Quayside
  Millbrook
  Upper Fenwick
  Larkfield
person!
  Miriam Oakes
  Tobias Renn
  Adaeze Holloway
  Piers Lindqvist
  Nadia Ferrow
  Callum Westray
  Ingrid Vale
  Samir Dunmore
author
  Helen Ashdown
  Marcus Pell
  Yara Castellan
  Owen Bright
  Petra Mills
  Joseph Adeyemi
party
  the Harbour Alliance
  the Green Valleys group
  the Civic Union
  the independents
money
  2 million
  4.5 million
  11 million
  38 million
  120 million
share
  a tenth
  a quarter
  nearly a third
  two fifths
  more than half
days
  ten days
  three weeks
  two months
  the end of the year
  the coming spring
when
  on Monday
  before noon
  late on Thursday
  this morning
  at short notice
plan!
  the new tram line
  the flood barrier
  a cap on holiday lets
  the library budget
  the night ferry
  free school meals
  the old barracks
  the wind farm off the coast
reason
  rising costs
  a legal opinion
  pressure from residents
  a sharp report by the auditors
  last winter's storms

headline.politics
  {city} council backs {plan} after heated debate
  Mayor {person} promises answer on {plan} by {days}
  {city} delays vote on {plan} over {reason}
  Petition against {plan} gathers {share} of {city}'s voters
  Minister visits {city} as row over {plan} grows
  {person} to challenge for {city} seat
lead.politics
  The council of {city} decided {when} how to go on with {plan}, and {reason} played a larger part than anybody expected.
  {person}, who has led {city} for six years, says that {plan} will be settled within {days}.
  A narrow majority in {city} turned {plan} around {when}, citing {reason}.
sentence.politics
  {person} told the chamber that {plan} had become a question of trust.
  Members of {party} abstained, while {party} voted in favour.
  The motion passed with a majority of three.
  An amendment that would have halved the spending fell {when}.
  Residents had filled the public gallery since early in the day.
  The town clerk confirmed that {money} crowns have been set aside.
  A second reading is expected within {days}.
  The opposition had asked for a referendum and did not get one.

company!
  Brightwater Foods
  Meridian Freight
  Osprey Instruments
  Halden Paper
  Solway Marine
  Copperline Bank
  Tern & Daughters
goods
  timber
  frozen fish
  pump parts
  grain
  ceramics
headline.economy
  {company} to open works in {city} and hire 300
  {company} cuts forecast as price of {goods} falls
  Port of {city} handles {share} more {goods} than a year ago
  Rents in {city} rise for the fifth quarter in a row
  {company} and rival agree on merger worth {money}
  Central bank holds rate, {city} exporters breathe again
lead.economy
  {company} surprised the market {when} with news from {city}: after {reason} it sets {money} crowns aside.
  Orders for {goods} at {company} have grown by {share} since the spring, the firm said {when}.
  The economy around {city} is turning, and the price of {goods} shows it best.
sentence.economy
  Shares of {company} moved little in early trading.
  {person}, who runs the firm's plant in {city}, spoke of a cautious start.
  Analysts had expected growth of {share}.
  The order book for {goods} reaches into the next year.
  Freight rates have fallen by {share} within {days}.
  The works council was told {when}.
  A dividend of {money} crowns will be paid out as planned.

device!
  battery-free sensor
  harbour drone
  paper-thin display
  open-source router
  quiet heat pump
  seaweed plastic
headline.technology
  {city} laboratory presents {device} for everyday use
  Why the {device} took eleven years to reach {city}
  {company} recalls its {device} after faults in the field
  Students in {city} build a {device} for the price of a bicycle
  Patent fight over {device} ends out of court
lead.technology
  A {device} that needs no maintenance for a decade was shown in {city} {when}; its makers want to sell it within {days}.
  What began as a thesis at the {city} institute is now a product: the {device} of {company}.
  The {device} works in the laboratory; whether it survives a winter in {city} is another matter.
sentence.technology
  The prototype uses {share} less power than its predecessor.
  {person} leads the group of nine that designed it.
  Measurements over {days} showed no loss of accuracy.
  The drawings will be published under a free licence.
  A field test with forty households begins in {city} shortly.
  Critics point out that the {device} still depends on rare materials.
  {company} holds two of the patents in question.

work!
  The Salt Road
  Winter Ledger
  Nine Bells
  A House on Stilts
  The Cartographer's Daughter
  Low Tide
headline.culture
  {work} wins the {city} prize
  Review: {work} fills the {city} playhouse with silence and light
  Museum in {city} returns a collection to its owners
  {person} on {work}: I wrote the ending first
  {city} festival opens with {work}, rain and a full house
lead.culture
  {work}, the long-awaited piece by {person}, had its first night in {city} {when}.
  The jury in {city} praised {work} for its patience; its author {person} learned of it on a train.
  Four hundred people queued in {city} {when} to see {work}, and {share} of them went home without a ticket.
sentence.culture
  {person} worked on {work} for seven years.
  The stage is bare apart from a ladder and a basin of water.
  Tickets for the remaining evenings are sold out until {days} from now.
  The translation keeps the dialect of the coast.
  Critics had given the evening little chance.
  The music, for two cellos, was written in a fortnight.
  An exhibition on the making of {work} runs beside it.
  The house in {city} reopened only {when} after repairs.

club!
  Northport Rovers
  Highmoor Athletic
  Saltmarsh United
  Larkfield Ladies
  Kestrel Bay Rowing Club
headline.sport
  {club} snatch a draw with the last kick
  {club} sign {person} for three seasons
  Injury worries for {club} before the {city} derby
  {club} win in {city} and go top of the table
  Referee's error costs {club} two points
lead.sport
  {club} came back from two goals down in {city} {when}, and {person} scored both.
  For {club} it was the fourth win in a row; for {city} an afternoon to forget.
  {person} will miss {days} with a torn muscle, {club} confirmed {when}.
sentence.sport
  {person} came on after an hour and changed the game.
  The pitch in {city} had been cleared of snow by volunteers.
  {club} now lead by four points.
  The coach praised the patience of his side.
  Some {share} of the season tickets are already sold.
  Two late changes brought more speed on the left.
  For the visitors it was the first defeat of the season.
  The next match is away, in {days}.

sentence
  Nobody in {city} seems to have been surprised.
  "We will look at the figures and then decide," {person} said {when}.
  A spokeswoman declined to comment before {days} had passed.
  Officials put this down to {reason}.
  Similar steps were taken elsewhere on the coast two years ago.
  The figures were first reported by the local paper.
  According to a survey, {share} of those asked are in favour.
  It is the third attempt within a decade.
  Local businesses hope that {reason} will soon be forgotten.
  Work should begin within {days}, weather permitting.
  The cost is estimated at {money} crowns.
  More is expected to become known {when}.
  Those who remember the last time speak of a different mood in {city}.
  A public meeting has been called for the week after next.
  The documents, some 140 pages, can be read at the town hall.
  Neither side wished to say what happens if the matter fails.
  Two people familiar with the talks confirmed the outline.
  Complaints can be lodged until {days} from now.
  The neighbouring towns follow the case closely.
)";

}  // namespace curlew::sim

import { useResource } from "../api/resource";
import type { Delivery, Page } from "../api/types";
import { t } from "../i18n/text";
import { StateDot } from "../ui/state_dot";
import { When } from "../ui/when";

export function Deliveries({ list }: { list: number }) {
  const sent = useResource<Page<Delivery>>(`deliveries?list=${list}&limit=8`, 2_000).data?.items ?? [];
  return (
    <section>
      <h2>{t.lists.deliveries}</h2>
      {sent.length === 0 ? <p class="quiet small">{t.lists.noDeliveries}</p> : (
        <ul>{sent.map((each) => (
          <li key={each.id} class="small delivery">
            <StateDot state={each.state === "sent" ? "fresh" : each.state === "dead" ? "failing" : "late"}
              word={t.lists.states[each.state] ?? each.state} showWord />
            <span>{t.lists.clips(each.clips)}</span>
            <span class="quiet"><When ago at={each.sent ?? each.created} /></span>
            {each.error && <span class="failing cut">{each.error}</span>}
          </li>))}</ul>
      )}
    </section>
  );
}

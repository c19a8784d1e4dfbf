/** The prices of a model, including those for longer prompts. */
import { useLanguage } from '../../i18n/provider.tsx';
import { formatPrice, type CallerPrice } from './model-rows.ts';

const textRates = [
  ['input', 'models.input'],
  ['output', 'models.output'],
  ['cache_read', 'models.cacheRead'],
  ['cache_write', 'models.cacheWrite'],
  ['reasoning', 'models.reasoning'],
] as const;

/** Shown where they differ from the price of text. */
const mediaRates = [
  ['audio_input', 'models.audioInput', 'input'],
  ['audio_output', 'models.audioOutput', 'output'],
  ['image_input', 'models.imageInput', 'input'],
  ['image_output', 'models.imageOutput', 'output'],
  ['video_input', 'models.videoInput', 'input'],
  ['video_output', 'models.videoOutput', 'output'],
] as const;

function shownRates(price: CallerPrice) {
  const own = mediaRates.filter(([rate, , text]) => {
    return [price, ...price.tiers].some((one) => one[rate] !== one[text]);
  });
  return [...textRates, ...own];
}

export function PriceTable({ price }: { readonly price: CallerPrice }) {
  const { t, format } = useLanguage();
  return (
    <div className="w-full overflow-x-auto rounded-lg border">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b text-xs text-muted">
            <th scope="col" className="px-3 py-2 font-medium">
              {t('models.perMillion')}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {price.tiers.length === 0 ? t('models.price') : t('models.shortPrompts')}
            </th>
            {price.tiers.map(({ above }) => (
              <th key={above} scope="col" className="px-3 py-2 text-right font-medium">
                {t('models.above', { tokens: format.compact(above) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRates(price).map(([rate, title]) => (
            <tr key={rate} className="border-b last:border-0">
              <th scope="row" className="px-3 py-2 font-normal">
                {t(title)}
              </th>
              <td className="px-3 py-2 text-right">{formatPrice(price[rate])}</td>
              {price.tiers.map((tier) => (
                <td key={tier.above} className="px-3 py-2 text-right">
                  {formatPrice(tier[rate])}
                </td>
              ))}
            </tr>
          ))}
          {Object.entries(price.fees).map(([name, fee]) => (
            <tr key={name} className="border-b last:border-0">
              <th scope="row" className="px-3 py-2 font-normal">
                {name} <span className="text-xs text-muted">{t('models.perThousand')}</span>
              </th>
              <td className="px-3 py-2 text-right" colSpan={price.tiers.length + 1}>
                {formatPrice(fee)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

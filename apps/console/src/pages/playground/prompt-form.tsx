/** The form of a prompt: whom it goes to, system text, turns, parameters and a tool. */
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/provider.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { readTool, type Prompt } from './prompt.ts';
import { TurnList } from './turn-list.tsx';

const toolExample = `{
  "name": "get_weather",
  "description": "…",
  "parameters": {
    "type": "object",
    "properties": { "city": { "type": "string" } }
  }
}`;

export function PromptForm({
  prompt,
  onChange,
  onSend,
  target,
  children,
}: {
  readonly prompt: Prompt;
  readonly onChange: (prompt: Prompt) => void;
  readonly onSend: () => void;
  /** The fields for the key and the models. */
  readonly target: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useLanguage();
  /** Binds a control to one text of the prompt. */
  const bind = (name: 'system' | 'maxTokens' | 'temperature' | 'effort' | 'tool') => ({
    value: prompt[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...prompt, [name]: event.currentTarget.value }),
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          // The browser names a field that is still empty, as for the button.
          event.currentTarget.requestSubmit();
        }
      }}
    >
      {target}
      <TextAreaField label={t('playground.system')} rows={2} {...bind('system')} />
      <TurnList turns={prompt.turns} onChange={(turns) => onChange({ ...prompt, turns })} />
      <details>
        <summary className="py-1 font-medium">{t('playground.parameters')}</summary>
        <div className="mt-2 grid grid-cols-2 gap-3">
          <TextField
            label={t('playground.maxTokens')}
            type="number"
            min={1}
            {...bind('maxTokens')}
          />
          <TextField
            label={t('playground.temperature')}
            type="number"
            min={0}
            max={2}
            step={0.1}
            {...bind('temperature')}
          />
          <SelectField label={t('playground.effort')} {...bind('effort')}>
            <option value="">{t('playground.asModel')}</option>
            {['low', 'medium', 'high'].map((effort) => (
              <option key={effort}>{effort}</option>
            ))}
          </SelectField>
        </div>
      </details>
      <details>
        <summary className="py-1 font-medium">{t('playground.tool')}</summary>
        <div className="mt-2">
          <TextAreaField
            label={t('playground.toolDefinition')}
            hint={t('playground.toolHint')}
            error={readTool(prompt.tool) === null ? t('playground.notJson') : undefined}
            rows={7}
            placeholder={toolExample}
            {...bind('tool')}
          />
        </div>
      </details>
      <CheckField
        label={t('playground.stream')}
        checked={prompt.isStreamed}
        onChange={(event) => onChange({ ...prompt, isStreamed: event.currentTarget.checked })}
      />
      {children}
    </form>
  );
}

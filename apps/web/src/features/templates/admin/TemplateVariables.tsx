import { contentSlot, templateFunctions } from '@bellhop/rules/template-parse';
import { type TemplateType, templatePaths } from '@bellhop/rules/template-render';
import { t } from '../../../lib/i18n.ts';

interface TemplateVariablesProps {
  type: TemplateType;
  onPick: (text: string) => void;
}

/** Everything that a template of this type may ask for; a click writes it. */
export function TemplateVariables({ type, onPick }: TemplateVariablesProps) {
  const calls = templateFunctions.map((name) => (name === 'Date' ? 'Date "2 January 2006"' : name));
  const all = [
    ...(type === 'email_outgoing' ? [contentSlot] : []),
    ...templatePaths(type).map((path) => `{{ .${path} }}`),
    ...calls.map((call) => `{{ ${call} }}`),
    '{{ if .Author.FullName }}…{{ end }}',
  ];
  return (
    <fieldset className="template-variables">
      <legend>{t('admin.template.variables')}</legend>
      <p className="help">{t('admin.template.variables.description')}</p>
      <div>
        {all.map((text) => (
          <button key={text} type="button" dir="ltr" onClick={() => onPick(text)}>
            {text.replace(/^\{\{ (.*?) \}\}$/, '$1')}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

import { chooseEnvironment, loadFor, type SessionOptions } from '../../session.ts';
import { findSecretKey } from '@parley/host';
import { examine, type Finding } from './finding.ts';

/** The file and the environment; what is wrong has its line. */
export function checkConfiguration(options: SessionOptions): Promise<Finding> {
  return examine('configuration', () => {
    const { file } = loadFor(options);
    findSecretKey(chooseEnvironment(options));
    const message =
      file === undefined ? 'There is no file; the environment is good.' : `${file} is good.`;
    return { state: 'good', message };
  });
}
